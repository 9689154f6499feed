import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { makeRecoveryCodes } from '@twofold/contract/factors'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { call } from '../lib/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import type { Factors } from './factors.ts'
import { useFactorChange } from './use-factor-change.ts'

/** So many or fewer are worth a warning. */
const few = 3

export function RecoveryCodesRow({
  available,
  total,
  created_at,
  onCodes,
}: Factors['recovery_codes'] & { onCodes: (codes: string[] | undefined) => void }) {
  const { t, i18n } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const make = useFactorChange({
    run: () => call(makeRecoveryCodes),
    onDone: ({ codes }) => {
      setIsAsking(false)
      onCodes(codes)
    },
  })
  const made = created_at !== null && i18n.date(new Date(created_at), { dateStyle: 'medium' })
  return (
    <SettingRow
      icon={LifeBuoy}
      title={<Trans>Recovery codes</Trans>}
      state={
        <Badge tone={available === 0 ? 'danger' : available <= few ? 'warning' : 'neutral'}>
          <Trans>
            {available} of {total} left
          </Trans>
        </Badge>
      }
      actions={
        <Button
          size="sm"
          pending={make.isPending && !isAsking}
          pendingLabel={t`Making new codes...`}
          onPress={() => (available === 0 ? make.mutate() : setIsAsking(true))}
        >
          <Trans>Make new codes</Trans>
        </Button>
      }
    >
      {available === 0 ? (
        <Trans>You have no recovery codes left: when your device is lost, you cannot sign in. Make new ones now.</Trans>
      ) : available <= few ? (
        <Plural
          value={available}
          one="Only # recovery code is left. Make new ones before it is used up."
          other="Only # recovery codes are left. Make new ones before they are used up."
        />
      ) : (
        <Trans>Each code works once: to sign in if you lose your device, or to set a new PIN. Made on {made}.</Trans>
      )}
      {isAsking && (
        <AskDialog
          act={make}
          title={t`Make new recovery codes?`}
          tone="primary"
          onClose={() => setIsAsking(false)}
          confirmLabel={t`Make new codes`}
          pendingLabel={t`Making new codes...`}
        >
          <p>
            <Plural
              value={available}
              one="Your remaining code will stop working. You’ll confirm with your PIN."
              other="Your # remaining codes will stop working. You’ll confirm with your PIN."
            />
          </p>
        </AskDialog>
      )}
    </SettingRow>
  )
}
