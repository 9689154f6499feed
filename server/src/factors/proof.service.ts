import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { type ClosedProof, type getClosing, handKind, type proveAccount } from '@twofold/contract/trust'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { PinService } from './pin.service.ts'
import type { SecondStepService } from './second-step.service.ts'

type Proof = CallParts<typeof proveAccount>['body']

/** The field that a wrong proof is said at. */
const fieldOf = { totp: 'code', recovery_code: 'code', passkey: 'assertion', pin: 'pin', password: 'password' } as const

export interface ProofServiceDeps {
  transaction: Transaction
  accounts: Pick<AccountsService, 'require' | 'isPassword'>
  pin: Pick<PinService, 'verify'>
  secondStep: Pick<SecondStepService, 'ownFactorsOf' | 'proveAgain' | 'reserveTry' | 'giveTryBack'>
  trust: Pick<TrustService, 'findClosing' | 'acceptPassword'>
  activity: Pick<ActivityService, 'record'>
}

/** Shows a person that their account is closed after somebody else's act, and lets them open it within an existing session. */
export function createProofService(deps: ProofServiceDeps) {
  async function provesPassword(user: Identity, password: string): Promise<boolean> {
    await deps.secondStep.reserveTry(user.id)
    if (!(await deps.accounts.isPassword(await deps.accounts.require(user.id), password))) return false
    await deps.transaction(async (tx) => {
      await deps.secondStep.giveTryBack(tx, user.id)
      await deps.trust.acceptPassword(tx, user.id)
    })
    return true
  }

  async function isRight(user: Identity, proof: Proof, client: Client): Promise<boolean> {
    switch (proof.method) {
      case 'pin':
        // Throws where it is wrong, and accepts it where it is right.
        await deps.pin.verify(user, proof.pin, client)
        return true
      case 'password':
        return provesPassword(user, proof.password)
      default:
        return deps.secondStep.proveAgain(user, proof, client)
    }
  }

  return {
    async closing(user: Identity): Promise<CallResponse<typeof getClosing>> {
      const found = await deps.trust.findClosing(user.id)
      if (found === undefined) return { closing: null }
      const [own, account] = await Promise.all([deps.secondStep.ownFactorsOf(user.id), deps.accounts.require(user.id)])
      const proofs: ClosedProof[] = own.filter((method) => method !== 'email')
      const stopped = found.closing.stopped_at !== null
      return {
        closing: {
          hands: found.hands.flatMap(({ kind, by_name: by, happened_at: at }) => {
            const known = handKind.safeParse(kind)
            return known.success ? [{ kind: known.data, by, happened_at: at.toISOString() }] : []
          }),
          codes_until: stopped ? null : (found.closing.codes_closed_until?.toISOString() ?? null),
          secrets_until: found.closing.secrets_closed_until?.toISOString() ?? null,
          is_stopped: stopped,
          proofs: [...proofs, ...found.proofs.filter((what) => what !== 'password' || account.password_hash !== null)],
        },
      }
    },

    async prove(user: Identity, proof: Proof, client: Client): Promise<Said> {
      if ((await deps.trust.findClosing(user.id)) === undefined) throw fail('trust.not_closed')
      const right = await isRight(user, proof, client)
      if (!right || (await deps.trust.findClosing(user.id)) !== undefined) throw failField('trust.proof_wrong', fieldOf[proof.method])
      await deps.transaction((tx) => deps.activity.record(tx, { userId: user.id, kind: 'account_proven', address: client.address }))
      return say('account.open_again')
    },
  }
}

export type ProofService = ReturnType<typeof createProofService>
