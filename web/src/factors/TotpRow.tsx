import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { beginTotp, removeTotp } from '@twofold/contract/factors'
import { Smartphone } from '../ui/icons/Smartphone.ts'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import type { Factors } from './factors.ts'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { useFactorChange } from './use-factor-change.ts'

interface TotpRowProps {
  totp: Factors['totp']
  isLast: boolean
  onCodes: (codes: string[] | undefined) => void
}

export function TotpRow({ totp, isLast, onCodes }: TotpRowProps) {
  const { t, i18n } = useLingui()
  const [begun, setBegun] = useState<CallResponse<typeof beginTotp>>()
  const [isRemoving, setIsRemoving] = useState(false)
  const begin = useFactorChange({ run: () => call(beginTotp, { body: {} }), onDone: setBegun })
  const remove = useFactorChange({ run: () => call(removeTotp, { body: {} }) })
  const since = totp.since !== null && i18n.date(new Date(totp.since), { dateStyle: 'medium' })
  return (
    <SettingRow
      icon={Smartphone}
      title={<Trans>Authenticator app</Trans>}
      state={totp.is_enabled ? <Badge tone="success">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}
      actions={
        totp.is_enabled ? (
          <Button size="sm" variant="danger-line" aria-label={t`Remove authenticator app`} onPress={() => setIsRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={t`Set up authenticator app`}
            pending={begin.isPending}
            pendingLabel={t`Preparing...`}
            onPress={() => begin.mutate()}
          >
            <Trans>Set up</Trans>
          </Button>
        )
      }
    >
      {since ? (
        <Trans>Its code is asked for at sign-in, since {since}.</Trans>
      ) : (
        <Trans>An app on your phone shows a new code every 30 seconds.</Trans>
      )}
      {begun && (
        <TotpDialog
          {...begun}
          onClose={() => setBegun(undefined)}
          onDone={(codes) => {
            setBegun(undefined)
            onCodes(codes)
          }}
        />
      )}
      {isRemoving && (
        <RemoveFactorDialog act={remove} title={t`Remove the authenticator app?`} isLast={isLast} onClose={() => setIsRemoving(false)}>
          <Trans>Its codes will no longer be required at sign-in.</Trans>
        </RemoveFactorDialog>
      )}
    </SettingRow>
  )
}
