import type { TakeApproval } from '@twofold/contract/service-accounts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'
import { isValidToken, lasts } from '../platform/lasts.ts'
import { countRows, changesRow } from '../platform/row-counts.ts'

export interface NewServiceAccount {
  id: string
  group_id: string
  name: string
  description: string
  created_by: string
  created_at: Date
}

export interface ServiceAccountRow extends Omit<NewServiceAccount, 'created_by'> {
  group_name: string
  suspended_at: Date | null
  suspended_because: 'manager' | 'administrator' | 'unused' | 'denials' | null
  managers: number
  tokens: number
  keys: number
  keys_waiting: number
  last_used_at: Date | null
}

export interface ServiceShareRow {
  id: string
  key_id: string
  key_name: string
  owner_id: string
  owner_name: string
  approval: TakeApproval
  four_eyes: boolean
  accepted_at: Date | null
  created_at: Date
  expires_at: Date | null
}

/** Shares of keys that are there, with service accounts. */
const runningShares = (now: Date) => sql`
  from given_shares shares
  join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null
  join people owners on owners.id = keys.owner_id and owners.deleted_at is null
  where shares.revoked_at is null and ${lasts(now, 'shares')}`

export function createServiceAccountsRepository(db: Db) {
  const listed = (userId: string, now: Date) => sql`
    select accounts.id, accounts.name, accounts.description, accounts.created_at, accounts.suspended_at, accounts.suspended_because,
      groups.id as group_id, groups.name as group_name,
      (select count(*)::int from service_account_managers managers where managers.service_account_id = accounts.id) as managers,
      (select count(*)::int from access_tokens tokens
        where tokens.service_account_id = accounts.id and tokens.kind = 'svc' and ${isValidToken(now)}) as tokens,
      (select max(tokens.last_used_at) from access_tokens tokens where tokens.service_account_id = accounts.id) as last_used_at,
      (select count(*)::int ${runningShares(now)} and shares.service_account_id = accounts.id and shares.accepted_at is not null) as keys,
      (select count(*)::int ${runningShares(now)} and shares.service_account_id = accounts.id and shares.accepted_at is null) as keys_waiting
    from service_account_managers mine
    join service_accounts accounts on accounts.id = mine.service_account_id
    join named_groups groups on groups.id = accounts.group_id
    where mine.user_id = ${userId}`

  return {
    /** False: it was so before. */
    suspend: (id: string, because: 'manager' | 'administrator' | 'unused' | 'denials', now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('service_accounts')
          .set({ suspended_at: now, suspended_because: because })
          .where('id', '=', id)
          .where('suspended_at', 'is', null),
      ),
    async resume(id: string): Promise<boolean> {
      return changesRow(
        db
          .updateTable('service_accounts')
          .set({ suspended_at: null, suspended_because: null })
          .where('id', '=', id)
          .where('suspended_at', 'is not', null),
      )
    },
    async put(account: NewServiceAccount): Promise<void> {
      await db.insertInto('service_accounts').values(account).execute()
    },
    async list(userId: string, now: Date): Promise<ServiceAccountRow[]> {
      const { rows } = await sql<ServiceAccountRow>`${listed(userId, now)} order by ${plain('accounts.name')}, accounts.id`.execute(db)
      return rows
    },
    async find(userId: string, id: string, now: Date): Promise<ServiceAccountRow | undefined> {
      const { rows } = await sql<ServiceAccountRow>`${listed(userId, now)} and accounts.id = ${id}`.execute(db)
      return rows[0]
    },
    countOf: (groupId: string): Promise<number> => countRows(db.selectFrom('service_accounts').where('group_id', '=', groupId)),
    /** Locks the account until the transaction ends, without a check of its managers. */
    async lock(id: string) {
      const columns = ['name', 'suspended_because'] as const
      return db.selectFrom('service_accounts').where('id', '=', id).select(columns).forNoKeyUpdate().executeTakeFirst()
    },
    async change(id: string, change: { name?: string; description?: string }): Promise<void> {
      if (Object.keys(change).length > 0) await db.updateTable('service_accounts').set(change).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('service_accounts').where('id', '=', id).execute()
    },
    async listManagers(id: string): Promise<{ id: string; name: string; is_owner: boolean }[]> {
      const { rows } = await sql<{ id: string; name: string; is_owner: boolean }>`
        select users.id, users.name, managers.is_owner from service_account_managers managers join people users on users.id = managers.user_id
        where managers.service_account_id = ${id} order by managers.is_owner desc, ${plain('users.name')}, users.id`.execute(db)
      return rows
    },
    /** Waiting ones come first. */
    async listShares(id: string, now: Date): Promise<ServiceShareRow[]> {
      const { rows } = await sql<ServiceShareRow>`
        select shares.id, shares.key_id, keys.name as key_name, keys.owner_id, owners.name as owner_name, shares.approval, shares.four_eyes,
          shares.accepted_at, shares.created_at, shares.expires_at
        ${runningShares(now)} and shares.service_account_id = ${id}
        order by shares.accepted_at is not null, ${plain('keys.name')}, shares.id`.execute(db)
      return rows
    },
    findName: (id: string) => db.selectFrom('service_accounts').where('id', '=', id).select('name').executeTakeFirst(),
  }
}

export type ServiceAccountsRepository = ReturnType<typeof createServiceAccountsRepository>
