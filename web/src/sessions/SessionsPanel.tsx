import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList } from '../ui/SettingRow.tsx'
import { SessionRow } from './SessionRow.tsx'
import { sessionsQuery, useEndSession } from './session-list.ts'

/** Where one is signed in, and the way to end that. */
export function SessionsPanel() {
  const { t } = useLingui()
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSession(() => setIsAsking(false))
  const others = sessions?.filter(({ is_current }) => !is_current) ?? []
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
      {sessions && (
        <div className="grid gap-8">
          <SettingList label={t`Sessions`}>
            {sessions.map((session) => (
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
      {!sessions && error && (
        <ErrorState level={3} title={t`Your sessions could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!sessions && !error && <Loading />}
      {isAsking && (
        <AlertDialog
          title={t`End all other sessions?`}
          onClose={() => setIsAsking(false)}
          onConfirm={() => end.mutate('others')}
          confirmLabel={t`End all others`}
          pendingLabel={t`Ending...`}
          pending={end.isPending}
        >
          <p>
            <Plural
              value={others.length}
              one="# other device is signed out at once. This one stays signed in."
              other="# other devices are signed out at once. This one stays signed in."
            />
          </p>
        </AlertDialog>
      )}
    </Panel>
  )
}
