import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import {
  type addServiceAccount,
  type editServiceAccount,
  type getServiceAccount,
  type listServiceAccounts,
  type ServiceAccount,
  serviceAccountLimits,
} from '@twofold/contract/service-accounts'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Sharing } from '../sharing/noun.ts'
import type { ServiceAccountRow, ServiceAccountsRepository } from './service-accounts.repository.ts'
import { createManagedAccounts } from './managed-accounts.service.ts'
import { createServiceShares } from './service-shares.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface ServiceAccountsDeps extends ServiceDeps {
  accounts: (db: Db) => ServiceAccountsRepository
  groupLocks: Sharing['groupLocks']
  programShares: Sharing['programShares']
  activity: Pick<ActivityService, 'record'>
}

/** Programs that belong to a group: its owner and the members who are marked manage them and stays when members leave. */
export function createServiceAccountsService(deps: ServiceAccountsDeps) {
  const managed = createManagedAccounts(deps)
  const { require, lock } = managed

  return {
    ...createServiceShares(deps, managed),
    suspend(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, user, id)
        if (await deps.accounts(tx.db).suspend(id, 'manager', deps.clock.date())) {
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
    require,
    lock,
    async list(user: Identity): Promise<CallResponse<typeof listServiceAccounts>> {
      return { data: (await deps.accounts(deps.db).list(user.id, deps.clock.date())).map(present) }
    },
    add(user: Identity, body: CallParts<typeof addServiceAccount>['body']): Promise<CallResponse<typeof addServiceAccount>> {
      return deps.transaction(async (tx) => {
        const accounts = deps.accounts(tx.db)
        // Counted behind the lock, by a statement of its own: one that waited for the lock would count as it was before.
        const [group, count] = await Promise.all([
          deps.groupLocks.lockManaged(tx.db, user.id, body.group_id),
          accounts.countOf(body.group_id),
        ])
        if (group === undefined) throw fail('groups.not_found')
        const limit = serviceAccountLimits.perGroup
        if (count >= limit) throw fail('service_accounts.limit_reached', { parameters: { limit } })
        const row = { id: uuid(), ...body, created_by: user.id, created_at: deps.clock.date() }
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
