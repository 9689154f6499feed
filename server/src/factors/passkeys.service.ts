import type { Passkey, PasskeyAttestation } from '@twofold/contract/factors'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { FactorsRepository } from './factors.repository.ts'
import type { PasskeyRow, PasskeysRepository } from './passkeys.repository.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import type { Webauthn } from './webauthn.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { createPasskeyChallenges } from './passkey-challenges.service.ts'
import { createPasskeyProofs } from './passkey-proofs.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** A challenge for the browser, and the id to answer under. */
export interface Asked {
  challenge_id: string
  options: Record<string, unknown>
}

/** A passkey that just proved itself; `record` writes that down and is false when another request was faster. */
export interface ProvenPasskey {
  userId: string
  record(tx: Pick<Tx, 'db'>): Promise<boolean>
}

export interface PasskeysServiceDeps extends ServiceDeps {
  passkeys: (db: Db) => PasskeysRepository
  rows: (db: Db) => Pick<FactorsRepository, 'hasOtherWayIn'>
  accounts: Pick<AccountsService, 'require' | 'requireUnchanged'>
  recoveryCodes: Pick<RecoveryCodesService, 'makeFirst'>
  activity: Pick<ActivityService, 'record'>
  webauthn: Webauthn
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
  const challenges = createPasskeyChallenges(deps)
  const { ask } = challenges
  const passkeys = deps.passkeys(deps.db)

  return {
    ...createPasskeyProofs(deps, challenges),
    async beginAdding(user: Identity): Promise<Asked> {
      return ask('register', user.id, await deps.webauthn.registrationOptions(user, await passkeys.list(user.id)))
    },
    async add(
      user: Identity,
      input: { challenge_id: string; name: string; attestation: PasskeyAttestation },
    ): Promise<{ passkey: Passkey; recovery_codes?: string[] }> {
      const taken = await passkeys.takeChallenge(input.challenge_id, 'register', user.id, deps.clock.date())
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
        created_at: deps.clock.date(),
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
        const rows = deps.passkeys(tx.db)
        // Locks the account: of two ways in that go at once, the second sees the first gone.
        const [, own, hasOther] = await Promise.all([
          deps.accounts.requireUnchanged(tx, account),
          rows.list(user.id),
          deps.rows(tx.db).hasOtherWayIn(user.id, id),
        ])
        const row = own.find((one) => one.id === id)
        if (row === undefined) throw fail('factors.passkey_not_found')
        if (!hasOther) throw fail('factors.last_way_in')
        tx.writeLast(() => rows.remove(id))
        await deps.activity.record(tx, { userId: user.id, kind: 'passkey_removed', detail: { name: row.name } })
        return say('passkey.removed')
      })
    },
    list: async (userId: string): Promise<Passkey[]> => (await passkeys.list(userId)).map(presentPasskey),
    removable: (): RetentionTask[] => passkeys.removableChallenges(deps.clock.date()),
  }
}

export type PasskeysService = ReturnType<typeof createPasskeysService>
