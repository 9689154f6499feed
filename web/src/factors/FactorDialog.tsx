import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { confirmFactor } from '@twofold/contract/factors'
import type { ClosedProof } from '@twofold/contract/trust'
import { Loaded } from '../kits/Loaded.tsx'
import { call } from '../lib/call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'

/** Asks for the second factor before somebody decides over other people's accounts. */
export function FactorDialog({ onAnswer }: { onAnswer: (isShown: boolean) => void }) {
  const { t } = useLingui()
  const factors = useQuery(factorsQuery)
  return (
    <Dialog
      title={t`Confirm with your second factor`}
      subtitle={t`Needed to decide over other people’s accounts. Valid for 5 minutes.`}
      size="sm"
      onClose={() => onAnswer(false)}
    >
      <Loaded of={factors} failed={t`Your second factor could not be loaded`}>
        {(own) => {
          const proofs = ownProofs(own)
          if (proofs.length > 0) return <ProofForm proofs={proofs} send={send} submitLabel={t`Confirm`} onProven={() => onAnswer(true)} />
          return (
            <p>
              <Trans>You have no second factor yet. Add a passkey or an authenticator app under Profile, Security.</Trans>
            </p>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function ownProofs(factors: Factors): ClosedProof[] {
  const own: ClosedProof[] = []
  if (factors.passkeys.length > 0) own.push('passkey')
  if (factors.totp.is_enabled) own.push('totp')
  return own.length > 0 && factors.recovery_codes.available > 0 ? [...own, 'recovery_code'] : own
}

/** The PIN and the password, which open a closed account as well, are no second factor and are not offered. */
async function send(proof: Proof): Promise<void> {
  if (proof.method !== 'pin' && proof.method !== 'password') await call(confirmFactor, { body: proof })
}
