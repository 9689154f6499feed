import type { CallResponse } from '@twofold/contract/endpoint'
import type { deleteProfile, previewDeletion } from '@twofold/contract/profile'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

import type { Db } from '../platform/database.ts'
import type { Deletion } from '../platform/deletion.ts'
import { failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { Account } from './account.ts'
import { isOwnProof } from './own-proof.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import type { ActivityService } from './activity.service.ts'
import type { ProfileRepository } from './profile.repository.ts'

/** Milliseconds in which a deletion can still be undone by an administrator. */
const keptFor = 30 * 24 * 60 * 60 * 1000

export interface DeletionServiceDeps extends ServiceDeps {
  profiles: (db: Db) => ProfileRepository
  /** The other nouns' parts in a deletion. */
  deletions: readonly Deletion[]
  administrators: (db: Db) => Pick<AccountsRepository, 'listActiveAdministrators'>
  accounts: Pick<AccountsService, 'require' | 'isPassword' | 'requireAnotherAdministrator'>
  activity: Pick<ActivityService, 'record'>
}

/** The immediate steps of all nouns, sent together. Answers the people who lost keys. */
async function endAccess(deletions: readonly Deletion[], ...end: Parameters<NonNullable<Deletion['endsAtOnce']>>) {
  return (await Promise.all(deletions.flatMap(({ endsAtOnce }) => endsAtOnce?.(...end) ?? []))).flat()
}

/** The end of an account: out of use at once, its data removed after 30 days. */
export function createDeletionService(deps: DeletionServiceDeps) {
  /** `by`: the administrator; null: the person. Answers the number of people who lost a key. */
  async function endAccount(tx: Tx, account: Pick<Account, 'id' | 'name' | 'password_hash'>, by: string | null): Promise<number> {
    const [isMarked, ended] = await Promise.all([
      deps.profiles(tx.db).markDeleted(account.id, account.password_hash, by, deps.clock.date()),
      endAccess(deps.deletions, tx.db, account.id, deps.clock.date()),
    ])
    if (!isMarked) throw failField('profile.password_wrong', 'password')
    for (const { recipient_id, key_name } of ended) {
      await tx.emit('key.share.revoked', {
        to: { user_id: recipient_id },
        data: { 'key.name': key_name, 'share.by': account.name, 'share.reason': 'revoked' },
      })
    }
    return new Set(ended.map(({ recipient_id }) => recipient_id)).size
  }

  return {
    /** Runs in the transaction of a caller who has checked permissions and that an administrator is left. */
    endAccount,

    async preview(user: Identity): Promise<CallResponse<typeof previewDeletion>> {
      const profiles = deps.profiles(deps.db)
      const [figures, shared, people, administrators] = await Promise.all([
        profiles.figuresOf(user.id, deps.clock.date()),
        profiles.listShared(user.id, deps.clock.date()),
        profiles.countPeople(user.id, deps.clock.date()),
        deps.administrators(deps.db).listActiveAdministrators(),
      ])
      return {
        keys: figures.total_keys,
        shared_keys: shared,
        people_losing_access: people,
        is_last_administrator: administrators.length === 1 && administrators[0] === user.id,
      }
    },

    /** `also`: writes with the deletion. */
    async delete(
      user: Identity,
      password: string | undefined,
      client: Client,
      also: (tx: Tx) => void,
    ): Promise<CallResponse<typeof deleteProfile>> {
      const account = await deps.accounts.require(user.id)
      if (account.password_hash !== null && password === undefined) throw failField('profile.password_required', 'password')
      if (!(await isOwnProof(deps.accounts, user, account, password))) throw failField('profile.password_wrong', 'password')
      await deps.transaction(async (tx) => {
        await deps.accounts.requireAnotherAdministrator(tx, user.id)
        await endAccount(tx, account, null)
        await deps.activity.record(tx, { userId: user.id, kind: 'account_deleted', address: client.address })
        also(tx)
      })
      return { ...say('account.deleted'), requires_reauth: true }
    },

    /** Accounts whose data `purge` would remove. */
    summariseDue: (sampled: number) => deps.profiles(deps.db).summariseDeletedBefore(new Date(deps.clock.now() - keptFor), sampled),

    /** Removes for good what was deleted 30 days ago: the person's data, keys, and the key that opens them. Answers what it removed. */
    async purge(): Promise<{ people: number; keys: number }> {
      const removed = { people: 0, keys: 0 }
      const due = await deps.profiles(deps.db).listDeletedBefore(new Date(deps.clock.now() - keptFor))
      for (const id of due) {
        const keys = await deps.transaction(async (tx) => {
          const account = await deps.profiles(tx.db).lockDeleted(id)
          if (account === undefined) return undefined
          for (const { removes } of deps.deletions) await removes?.(tx.db, account)
          return deps.profiles(tx.db).remove(id)
        })
        if (keys === undefined) continue
        removed.people += 1
        removed.keys += keys
      }
      return removed
    },
  }
}

export type DeletionService = ReturnType<typeof createDeletionService>
