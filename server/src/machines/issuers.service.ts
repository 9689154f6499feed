import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { readPublicKeys } from '@twofold/contract/public-keys'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { type addIssuer, githubIssuer, type listIssuers, type WorkloadIssuer, workloadLimits } from '@twofold/contract/workload'
import { v7 as uuid } from 'uuid'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { hasCapacity } from '../platform/capacity.ts'
import { requireStillAtOnce } from '../platform/judge-again.ts'
import type { IssuerRow, IssuersRepository } from './issuers.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import { listThumbprints } from './thumbprints.ts'

type NewIssuerBody = CallParts<typeof addIssuer>['body']

export interface IssuersDeps extends ServiceDeps {
  issuers: (db: Db) => IssuersRepository
}

/** Issuers that may sign for workloads, managed by administrators. */
export function createIssuersService(deps: IssuersDeps) {
  return {
    async list(): Promise<CallResponse<typeof listIssuers>> {
      return { data: (await deps.issuers(deps.db).list()).map(present) }
    },

    add(user: Identity, { name, kind, ...body }: NewIssuerBody): Promise<CallResponse<typeof addIssuer>> {
      return deps.transaction(async (tx) => {
        const rows = deps.issuers(tx.db)
        const limit = workloadLimits.issuers
        if (!(await hasCapacity(tx.db, { of: 'workload issuer', most: limit, count: rows.count })))
          throw fail('workload.issuers_limit', { parameters: { limit } })
        await requireStillAtOnce(tx.db)
        const [id, issuer] = [uuid(), body.issuer ?? githubIssuer]
        const keys = body.jwks === undefined ? null : (readPublicKeys(body.jwks) ?? null)
        const created_at = deps.clock.date()
        const row = { id, name, kind, issuer, jwks_host: body.jwks_host ?? null, created_at }
        const jwks = keys === null ? null : JSON.stringify(keys)
        if (!(await rows.put({ ...row, jwks, created_by: user.id }))) throw failField('workload.issuer_exists', 'issuer')
        await tx.audit({
          action: 'issuer.added',
          target: { kind: 'issuer', id, name },
          after: { kind, issuer, jwks_host: body.jwks_host ?? null, ...(keys !== null && { thumbprints: listThumbprints(keys) }) },
        })
        return { issuer: present({ ...row, jwks: keys, trusts: 0, fetched_at: null }), ...say('issuer.added', { name }) }
      })
    },

    remove(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const row = await deps.issuers(tx.db).lock(id)
        if (row === undefined) throw fail('workload.issuer_not_found')
        const { name, kind, issuer } = row
        await deps.issuers(tx.db).remove(id, deps.clock.date())
        await tx.audit({ action: 'issuer.removed', target: { kind: 'issuer', id, name }, before: { kind, issuer } })
        return say('issuer.removed', { name })
      })
    },
  }
}

export type IssuersService = ReturnType<typeof createIssuersService>

const present = ({ created_at, fetched_at, jwks, ...row }: IssuerRow): WorkloadIssuer => ({
  ...row,
  thumbprints: listThumbprints(jwks),
  keys_fetched_at: fetched_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})
