import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import {
  type addTrust,
  type editTrust,
  type listRefused,
  type listTrusts,
  type RefusedExchange,
  workloadLimits,
} from '@twofold/contract/workload'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { IssuersRepository } from './issuers.repository.ts'
import type { NotifyKeyOwners } from './key-owners.service.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'
import { checkRules, suggestRules } from './trust-rules.ts'
import type { RefusedRow, TrustsRepository } from './trusts.repository.ts'
import { createTrustLookup, present } from './trust-lookup.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const hour = 60 * 60 * 1000

export interface TrustsDeps extends ServiceDeps {
  trusts: (db: Db) => TrustsRepository
  issuers: (db: Db) => Pick<IssuersRepository, 'find' | 'listNames'>
  serviceAccounts: Pick<ServiceAccountsService, 'require' | 'lock'>
  notifyKeyOwners: NotifyKeyOwners
  activity: Pick<ActivityService, 'record'>
  audienceOf: (accountId: string) => string
}

/** Rules on an issuer's claims that let workloads act as a service account, managed by its managers. */
export function createTrustsService(deps: TrustsDeps) {
  const { lockTrust, find, note } = createTrustLookup(deps)
  return {
    async list(user: Identity, id: string): Promise<CallResponse<typeof listTrusts>> {
      await deps.serviceAccounts.require(deps.db, user, id)
      const [trusts, issuers] = await Promise.all([deps.trusts(deps.db).list(id), deps.issuers(deps.db).listNames()])
      return { data: trusts.map(present), issuers, audience: deps.audienceOf(id) }
    },
    add(user: Identity, id: string, body: CallParts<typeof addTrust>['body'], client: Client): Promise<CallResponse<typeof addTrust>> {
      return deps.transaction(async (tx) => {
        const [account, issuer, trusts] = await Promise.all([
          deps.serviceAccounts.lock(tx, user, id),
          deps.issuers(tx.db).find(body.issuer_id),
          deps.trusts(tx.db).list(id),
        ])
        if (issuer === undefined) throw failField('workload.issuer_unknown', 'issuer_id')
        checkRules(issuer.kind, body.rules)
        const limit = workloadLimits.trustsPerAccount
        if (trusts.length >= limit) throw fail('workload.trusts_limit', { parameters: { limit } })
        const trustId = uuid()
        const created_at = deps.clock.date()
        await note(tx, user, 'trust_added', { account, trust: { id: trustId, name: body.name } }, client)
        const [, trust] = await Promise.all([
          deps.trusts(tx.db).put({ id: trustId, service_account_id: id, ...body, created_by: user.id, created_at }),
          find(tx.db, id, trustId),
          deps.notifyKeyOwners(tx, user, account, 'trust_changed_by'),
        ])
        return { trust, ...say('trust.added', { name: body.name }) }
      })
    },
    /** The editor becomes the rule's author, and tokens issued under the former rules end. */
    edit(
      user: Identity,
      { id, trust_id: trustId }: { id: string; trust_id: string },
      { name, rules, minutes }: CallParts<typeof editTrust>['body'],
      client: Client,
    ): Promise<CallResponse<typeof editTrust>> {
      return deps.transaction(async (tx) => {
        const { account, trust } = await lockTrust(tx, user, id, trustId)
        if (rules !== undefined) checkRules(trust.issuer_kind, rules)
        await note(tx, user, 'trust_changed', { account, trust: { id: trustId, name: name ?? trust.name } }, client)
        const change = {
          ...(name === undefined ? {} : { name }),
          ...(minutes === undefined ? {} : { minutes }),
          ...(rules === undefined ? {} : { rules }),
          created_by: user.id,
          ends_at: null,
        }
        const [, , changed] = await Promise.all([
          rules !== undefined && deps.trusts(tx.db).endTokens(trustId, deps.clock.date()),
          deps.trusts(tx.db).change(trustId, change),
          find(tx.db, id, trustId),
          deps.notifyKeyOwners(tx, user, account, 'trust_changed_by'),
        ])
        return { trust: changed, ...say('trust.changed') }
      })
    },
    remove(user: Identity, { id, trust_id: trustId }: { id: string; trust_id: string }, client: Client): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { account, trust } = await lockTrust(tx, user, id, trustId)
        tx.writeLast(() => deps.trusts(tx.db).endTokens(trustId, deps.clock.date()))
        tx.writeLast(() => deps.trusts(tx.db).remove(trustId))
        await note(tx, user, 'trust_deleted', { account, trust }, client)
        return say('trust.deleted', { name: trust.name })
      })
    },
    async listRefused(user: Identity, id: string): Promise<CallResponse<typeof listRefused>> {
      await deps.serviceAccounts.require(deps.db, user, id)
      const since = new Date(deps.clock.now() - workloadLimits.refusedHours * hour)
      return { data: (await deps.trusts(deps.db).listRefused(id, since)).map(presentRefused) }
    },
  }
}

export type TrustsService = ReturnType<typeof createTrustsService>

const presentRefused = (row: RefusedRow): RefusedExchange => ({
  id: row.id,
  issuer: { id: row.issuer_id, name: row.issuer_name, kind: row.issuer_kind },
  reason: row.reason,
  claims: row.claims,
  address: row.address,
  refused_at: row.refused_at.toISOString(),
  suggestion: suggestRules(row.issuer_kind, row.claims),
})
