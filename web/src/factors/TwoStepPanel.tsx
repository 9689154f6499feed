import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList } from '../ui/SettingRow.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { AddPasskeyRow, PasskeyRow } from './PasskeyRows.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryCodesRow } from './RecoveryCodesRow.tsx'
import { TotpRow } from './TotpRow.tsx'

/** Methods of the second step of sign-in. */
export function TwoStepPanel() {
  const { t } = useLingui()
  const [codes, setCodes] = useState<string[]>()
  return (
    <Panel title={t`Two-step sign-in`}>
      <Loaded of={useQuery(factorsQuery)} failed={t`Your second factors could not be loaded`}>
        {(factors) => <Rows factors={factors} onCodes={setCodes} />}
      </Loaded>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  )
}

function Rows({ factors, onCodes }: { factors: Factors; onCodes: (codes: string[] | undefined) => void }) {
  const { t } = useLingui()
  const count = factors.passkeys.length + (factors.totp.is_enabled ? 1 : 0)
  return (
    <div className="grid gap-8">
      {count === 0 && (
        <Alert type="info">
          <Trans>Your password is all that protects your vault. Add a passkey or an authenticator app.</Trans>
        </Alert>
      )}
      <SettingList label={t`Second factors`}>
        <TotpRow totp={factors.totp} isLast={count === 1} onCodes={onCodes} />
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} isLast={count === 1} />
        ))}
        <AddPasskeyRow isFirst={factors.passkeys.length === 0} onCodes={onCodes} />
        {count > 0 && <RecoveryCodesRow {...factors.recovery_codes} onCodes={onCodes} />}
      </SettingList>
    </div>
  )
}
