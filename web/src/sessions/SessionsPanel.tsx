import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded } from '../kits/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList } from '../ui/SettingRow.tsx'
import { SessionRow } from './SessionRow.tsx'
import { sessionsQuery, useEndSession } from './session-list.ts'

/** Lists active sessions and lets the user revoke each one. */
export function SessionsPanel() {
  const { t } = useLingui()
  const sessions = useQuery(sessionsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSession()
  const others = sessions.data?.filter(({ is_current }) => !is_current) ?? []
  return (
    <Panel
      title={t`Active sessions`}
      actions={
        others.length > 0 && (
          <Button size="sm" variant="danger-line" onPress={() => setIsAsking(true)}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      <Loaded of={sessions} failed={t`Your sessions could not be loaded`}>
        {(all) => (
          <div className="grid gap-8">
            <SettingList label={t`Sessions`}>
              {all.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </SettingList>
            {others.length === 0 && (
              <p className="text-sm text-text-2">
                <Trans>No other sessions</Trans>
              </p>
            )}
          </div>
        )}
      </Loaded>
      {isAsking && (
        <AskDialog
          title={t`End all other sessions?`}
          onClose={() => setIsAsking(false)}
          act={end}
          input={'others'}
          confirmLabel={t`End all others`}
          pendingLabel={t`Ending...`}
        >
          <p>
            <Plural
              value={others.length}
              one="# other device is signed out at once. This one stays signed in."
              other="# other devices are signed out at once. This one stays signed in."
            />
          </p>
        </AskDialog>
      )}
    </Panel>
  )
}
