import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { serviceAccountLimits } from '@twofold/contract/service-accounts'
import type {
  ServiceAccount,
  ServiceAccountShare,
  addServiceAccount,
  editServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
} from '@twofold/contract/service-accounts'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { Sharing } from '../sharing/noun.ts'
import type { ServiceAccountRow, ServiceAccountsRepository, ServiceShareRow } from './service-accounts.repository.ts'

export interface ServiceAccountsDeps {
  db: Db
  transaction: Transaction
  accounts: (db: Db) => ServiceAccountsRepository
  programShares: Sharing['programShares']
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Programs that belong to a group: its owner and the members who are marked manage them and stays when members leave. */
export function createServiceAccountsService(deps: ServiceAccountsDeps) {
  const now = () => new Date(deps.clock.now())

  async function require(db: Db, user: Pick<Identity, 'id'>, id: string): Promise<ServiceAccountRow> {
    const row = await deps.accounts(db).find(user.id, id, now())
    if (row === undefined) throw fail('service_accounts.not_found')
    return row
  }

  /** The same, and nobody else changes it until the transaction ends. */
  async function lock(tx: Tx, user: Pick<Identity, 'id'>, id: string): Promise<ServiceAccountRow> {
    if ((await deps.accounts(tx.db).lock(id)) === undefined) throw fail('service_accounts.not_found')
    return require(tx.db, user, id)
  }

  /** Also throws 404 `service_accounts.share_not_found`. */
  async function lockShare(tx: Tx, user: Identity, id: string, shareId: string) {
    const account = await lock(tx, user, id)
    const share = (await deps.accounts(tx.db).listShares(id, now())).find((one) => one.id === shareId)
    if (share === undefined) throw fail('service_accounts.share_not_found')
    return { account, share }
  }

  return {
    require,
    lock,

    async list(user: Identity): Promise<CallResponse<typeof listServiceAccounts>> {
      return { data: (await deps.accounts(deps.db).list(user.id, now())).map(present) }
    },

    add(user: Identity, body: CallParts<typeof addServiceAccount>['body']): Promise<CallResponse<typeof addServiceAccount>> {
      return deps.transaction(async (tx) => {
        const accounts = deps.accounts(tx.db)
        const group = await accounts.lockGroup(user.id, body.group_id)
        if (group === undefined) throw fail('groups.not_found')
        const limit = serviceAccountLimits.perGroup
        if (group.service_accounts >= limit) throw fail('service_accounts.limit_reached', { parameters: { limit } })
        const row = { id: uuid(), ...body, created_by: user.id, created_at: now() }
        await accounts.put(row)
        await tx.publish('service_account.changed', { service_account_id: row.id })
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_added', detail: { name: row.name } })
        return { service_account: present(await require(tx.db, user, row.id)), ...say('service_account.added', { name: row.name }) }
      })
    },

    async get(user: Identity, id: string): Promise<CallResponse<typeof getServiceAccount>> {
      const account = await require(deps.db, user, id)
      const managers = await deps.accounts(deps.db).listManagers(id)
      return { service_account: present(account), managers: managers.map(({ name, is_owner }) => ({ name, is_owner })) }
    },

    edit(user: Identity, id: string, body: CallParts<typeof editServiceAccount>['body']): Promise<CallResponse<typeof editServiceAccount>> {
      return deps.transaction(async (tx) => {
        await lock(tx, user, id)
        const { name, description } = body
        await deps.accounts(tx.db).change(id, { ...(name !== undefined && { name }), ...(description !== undefined && { description }) })
        await tx.publish('service_account.changed', { service_account_id: id })
        const changed = await require(tx.db, user, id)
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_changed', detail: { name: changed.name } })
        return { service_account: present(changed), ...say('service_account.changed') }
      })
    },

    remove(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, user, id)
        await deps.accounts(tx.db).remove(id)
        await tx.publish('service_account.changed', { service_account_id: id })
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_deleted', detail: { name } })
        return say('service_account.deleted', { name })
      })
    },

    suspend(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, user, id)
        if (await deps.accounts(tx.db).suspend(id, 'manager', now())) {
          await tx.publish('service_account.suspended', { service_account_id: id })
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_suspended', detail: { name } })
        }
        return say('service_account.suspended', { name })
      })
    },

    resume(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, suspended_because: why } = await lock(tx, user, id)
        if (why === 'administrator') throw fail('service_accounts.administrator_only')
        if (await deps.accounts(tx.db).resume(id)) {
          await tx.publish('service_account.changed', { service_account_id: id })
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_resumed', detail: { name } })
        }
        return say('service_account.resumed', { name })
      })
    },

    async listShares(user: Identity, id: string): Promise<CallResponse<typeof listServiceAccountShares>> {
      await require(deps.db, user, id)
      return { data: (await deps.accounts(deps.db).listShares(id, now())).map(presentShare) }
    },

    /** Once more changes nothing. */
    accept(user: Identity, id: string, shareId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { account, share } = await lockShare(tx, user, id, shareId)
        if (share.accepted_at === null) {
          await deps.programShares(tx.db).accept(shareId, now())
          await tx.publish('service_account.changed', { service_account_id: id })
          const detail = { name: account.name, key: share.key_name }
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_key_accepted', detail })
        }
        return say('service_account.key_accepted', { name: account.name, key: share.key_name })
      })
    },

    /** Of a key that waits, and of one that was accepted: its owner reads that the share has ended. */
    decline(user: Identity, id: string, shareId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { account, share } = await lockShare(tx, user, id, shareId)
        await deps.programShares(tx.db).end(shareId, now())
        await tx.publish('service_account.changed', { service_account_id: id })
        const told = { name: share.key_name, with: account.name }
        const actor = { id: user.id, name: user.name }
        if (share.owner_id !== user.id)
          await deps.activity.record(tx, { userId: share.owner_id, kind: 'share_revoked', actor, detail: told })
        const detail = { name: account.name, key: share.key_name }
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_key_declined', detail })
        return say('service_account.key_declined', { name: account.name, key: share.key_name })
      })
    },
  }
}

export type ServiceAccountsService = ReturnType<typeof createServiceAccountsService>

const present = (row: ServiceAccountRow): ServiceAccount => ({
  id: row.id,
  name: row.name,
  description: row.description,
  group: { id: row.group_id, name: row.group_name },
  created_at: row.created_at.toISOString(),
  suspended:
    row.suspended_at === null || row.suspended_because === null
      ? null
      : { at: row.suspended_at.toISOString(), because: row.suspended_because },
  managers: row.managers,
  tokens: row.tokens,
  keys: row.keys,
  keys_waiting: row.keys_waiting,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const presentShare = (row: ServiceShareRow): ServiceAccountShare => ({
  id: row.id,
  key: { id: row.key_id, name: row.key_name, owner: { name: row.owner_name } },
  approval: row.approval,
  four_eyes: row.four_eyes,
  is_accepted: row.accepted_at !== null,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
})
