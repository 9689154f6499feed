import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { confirmFactor } from '@twofold/contract/factors'
import type { ClosedProof } from '@twofold/contract/trust'
import { call } from '../lib/call.ts'
import { failureMessage } from '../lib/api-error.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { type Factors, factorsQuery } from './factors.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'

/** Asks for the second factor before somebody decides over other people's accounts. */
export function FactorDialog({ onAnswer }: { onAnswer: (isShown: boolean) => void }) {
  const { t } = useLingui()
  const { data: factors, error, isFetching, refetch } = useQuery({ ...factorsQuery, staleTime: 0 })
  const proofs = factors ? ownProofs(factors) : []
  return (
    <Dialog
      title={t`Confirm with your second factor`}
      subtitle={t`Needed to decide over other people’s accounts. Valid for 5 minutes.`}
      size="sm"
      onClose={() => onAnswer(false)}
    >
      {error ? (
        <ErrorState level={3} title={t`Your second factor could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
          {failureMessage(error, error.message)}
        </ErrorState>
      ) : factors === undefined ? (
        <Loading />
      ) : proofs.length === 0 ? (
        <p>
          <Trans>You have no second factor yet. Add a passkey or an authenticator app under Profile, Security.</Trans>
        </p>
      ) : (
        <ProofForm proofs={proofs} send={send} submitLabel={t`Confirm`} onProven={() => onAnswer(true)} />
      )}
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
