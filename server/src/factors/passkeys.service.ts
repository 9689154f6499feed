import type { Passkey, PasskeyAttestation, PasskeyProof } from '@twofold/contract/factors'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { FactorsRepository } from './factors.repository.ts'
import type { ChallengeRow, PasskeyRow, PasskeysRepository } from './passkeys.repository.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import { challengeLifetime } from './webauthn.ts'
import type { Webauthn } from './webauthn.ts'
import type { RetentionTask } from '../platform/retention.ts'

/** What a browser is asked, and under which id it answers. */
export interface Asked {
  challenge_id: string
  options: Record<string, unknown>
}

/** A passkey that just proved itself; `record` writes that down and is false when another request was faster. */
export interface ProvenPasskey {
  userId: string
  record(tx: Pick<Tx, 'db'>): Promise<boolean>
}

export interface PasskeysServiceDeps {
  db: Db
  transaction: Transaction
  passkeys: (db: Db) => PasskeysRepository
  rows: (db: Db) => Pick<FactorsRepository, 'hasWayIn'>
  accounts: Pick<AccountsService, 'require' | 'requireUnchanged'>
  recoveryCodes: Pick<RecoveryCodesService, 'makeFirst'>
  activity: Pick<ActivityService, 'record'>
  webauthn: Webauthn
  clock: Clock
}

function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    is_backed_up: row.is_backed_up,
  }
}

export function createPasskeysService(deps: PasskeysServiceDeps) {
  const passkeys = deps.passkeys(deps.db)
  const now = () => new Date(deps.clock.now())

  async function ask(purpose: ChallengeRow['purpose'], userId: string | null, options: { challenge: string }): Promise<Asked> {
    const id = uuid()
    const expires_at = new Date(deps.clock.now() + challengeLifetime)
    await passkeys.putChallenge({ id, user_id: userId, purpose, challenge: options.challenge, expires_at })
    return { challenge_id: id, options: { ...options } }
  }

  async function verify(
    answer: PasskeyProof,
    as: { purpose: 'sign_in' | 'second_step'; userId: string | null },
  ): Promise<ProvenPasskey | undefined> {
    const taken = await passkeys.takeChallenge(answer.challenge_id, as.purpose, as.userId, now())
    const passkey = await passkeys.findByCredential(answer.assertion.id)
    if (taken === undefined || passkey === undefined) return undefined
    // The second step is for the one person whose password was right; a sign-in is for the one whom the passkey names.
    const claimed = as.purpose === 'second_step' ? as.userId : deps.webauthn.userIdOf(answer.assertion)
    if (claimed !== passkey.user_id) return undefined
    const verified = await deps.webauthn.verifyAuthentication(answer.assertion, passkey, taken.challenge, as.purpose === 'sign_in')
    if (verified === undefined) return undefined
    return {
      userId: passkey.user_id,
      record: (tx) => deps.passkeys(tx.db).recordUse(passkey, verified.counter, verified.isBackedUp, now()),
    }
  }

  return {
    async beginAdding(user: Identity): Promise<Asked> {
      return ask('register', user.id, await deps.webauthn.registrationOptions(user, await passkeys.list(user.id)))
    },

    async add(
      user: Identity,
      input: { challenge_id: string; name: string; attestation: PasskeyAttestation },
    ): Promise<{ passkey: Passkey; recovery_codes?: string[] }> {
      const taken = await passkeys.takeChallenge(input.challenge_id, 'register', user.id, now())
      const made = taken === undefined ? undefined : await deps.webauthn.verifyRegistration(input.attestation, taken.challenge)
      if (made === undefined) throw fail('auth.passkey_refused')
      const row: PasskeyRow = {
        id: uuid(),
        user_id: user.id,
        name: input.name,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: made.transports ?? [],
        is_backed_up: made.isBackedUp,
        created_at: now(),
        last_used_at: null,
      }
      return deps.transaction(async (tx) => {
        if (!(await deps.passkeys(tx.db).put(row))) throw fail('factors.passkey_known')
        await deps.activity.record(tx, { userId: user.id, kind: 'passkey_added', detail: { name: row.name } })
        const codes = await deps.recoveryCodes.makeFirst(tx, user.id)
        return { passkey: presentPasskey(row), ...(codes === undefined ? {} : { recovery_codes: codes }) }
      })
    },

    async rename(user: Identity, id: string, name: string): Promise<{ passkey: Passkey }> {
      const row = await passkeys.rename(user.id, id, name)
      if (row === undefined) throw fail('factors.passkey_not_found')
      return { passkey: presentPasskey(row) }
    },

    async remove(user: Identity, id: string): Promise<Said> {
      const account = await deps.accounts.require(user.id)
      return deps.transaction(async (tx) => {
        // Locks the account: of two ways in that go at once, the second sees the first gone.
        await deps.accounts.requireUnchanged(tx, account)
        const row = await deps.passkeys(tx.db).remove(user.id, id)
        if (row === undefined) throw fail('factors.passkey_not_found')
        if (!(await deps.rows(tx.db).hasWayIn(user.id))) throw fail('factors.last_way_in')
        await deps.activity.record(tx, { userId: user.id, kind: 'passkey_removed', detail: { name: row.name } })
        return say('passkey.removed')
      })
    },

    list: async (userId: string): Promise<Passkey[]> => (await passkeys.list(userId)).map(presentPasskey),

    /** Names no passkey, so that it tells nothing about who has one. It has to check its person, since it stands for both factors. */
    beginSignIn: async (): Promise<Asked> => ask('sign_in', null, await deps.webauthn.authenticationOptions([], 'required')),

    async beginSecondStep(userId: string): Promise<Asked> {
      return ask('second_step', userId, await deps.webauthn.authenticationOptions(await passkeys.list(userId), 'preferred'))
    },

    /** Undefined when the answer is not right. The challenge is used up either way. */
    proveSignIn: (answer: PasskeyProof) => verify(answer, { purpose: 'sign_in', userId: null }),
    proveSecondStep: (userId: string, answer: PasskeyProof) => verify(answer, { purpose: 'second_step', userId }),

    removable: (): RetentionTask[] => passkeys.removableChallenges(now()),
  }
}

export type PasskeysService = ReturnType<typeof createPasskeysService>
