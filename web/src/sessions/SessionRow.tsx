import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listSessions } from '@twofold/contract/links'
import { Monitor } from '../ui/icons/Monitor.ts'
import { Smartphone } from '../ui/icons/Smartphone.ts'
import { SquareTerminal } from '../ui/icons/SquareTerminal.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { translateDevice } from '../lib/server-texts.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import { When } from '../ui/When.tsx'
import { useEndSession } from './session-list.ts'

type Session = CallResponse<typeof listSessions>['data'][number]

/** Telephones, computers, and what is neither: a program. */
function iconOf(device: string) {
  if (/iPhone|iPad|Android/.test(device)) return Smartphone
  return / on /.test(device) ? Monitor : SquareTerminal
}

export function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui()
  const { id, address, is_current } = session
  const device = translateDevice(session.device)
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSession()
  return (
    <SettingRow
      icon={iconOf(session.device)}
      title={device}
      state={is_current && <Badge tone="success">{t`This device`}</Badge>}
      actions={
        !is_current && (
          <Button size="sm" variant="danger-line" aria-label={t`End the session of ${device}`} onPress={() => setIsAsking(true)}>
            <Trans>End</Trans>
          </Button>
        )
      }
    >
      <span className="font-code text-xs">{address ?? t`Address unknown`}</span>
      <br />
      <Trans>
        Signed in <When at={session.created_at} />, last used <When at={session.last_seen_at} />
      </Trans>
      {isAsking && (
        <AskDialog
          title={t`End the session of ${device}?`}
          onClose={() => setIsAsking(false)}
          act={end}
          input={id}
          confirmLabel={t`End session`}
          pendingLabel={t`Ending...`}
        >
          <p>
            <Trans>That device is signed out at once. If you don’t recognize it, change your password too.</Trans>
          </p>
        </AskDialog>
      )}
    </SettingRow>
  )
}
