import type { CallResponse } from '@twofold/contract/endpoint'
import type { listApprovals } from '@twofold/contract/takes'
import { say } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import type { AccessService } from '../keys/access.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, isFailure } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ApprovalsRepository, DecidableRow } from './approvals.repository.ts'
import { auditTake } from './take-outcomes.service.ts'
import type { TakingTokens } from './take-authorization.service.ts'
import type { TakesRepository } from './takes.repository.ts'
import type { WaitingTakes } from './waiting-takes.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Denials within an hour after which the program is stopped. */
const mostDenials = 3

export interface ApprovalsServiceDeps extends ServiceDeps {
  approvals: (db: Db) => ApprovalsRepository
  takes: (db: Db) => Pick<TakesRepository, 'takeOutcome'>
  tokens: Pick<TakingTokens, 'stop'>
  access: Pick<AccessService, 'lock'>
  waiting: Pick<WaitingTakes, 'nudge'>
}

/** Takes that wait for approval by the key's owner or a person with full control. */
export function createApprovalsService(deps: ApprovalsServiceDeps) {
  /** Locks the key, so that nobody who has just lost it can decide. */
  async function lock({ db }: Tx, user: Identity, id: string): Promise<DecidableRow> {
    const take = await deps.approvals(db).find(id)
    if (take === undefined) throw fail('takes.not_found')
    try {
      await deps.access.lock(db, user.id, take.key_id, 'admin')
    } catch (error) {
      throw isFailure(error, 'keys.not_found') ? fail('takes.not_found') : error
    }
    return take
  }

  async function stop(tx: Tx, { token_id: tokenId }: DecidableRow): Promise<void> {
    const account = await deps.tokens.stop(tx.db, tokenId, deps.clock.date())
    if (account === null) await tx.publish('token.revoked', { token_id: tokenId })
    else await tx.publish('service_account.suspended', { service_account_id: account })
  }

  return {
    /** None while codes are closed, as they cannot be approved then. */
    async list(user: Identity): Promise<CallResponse<typeof listApprovals>> {
      const rows = user.closed.codes === null ? await deps.approvals(deps.db).listFor(user.id) : []
      return {
        data: rows.map(({ key_id, key_name, is_own_making, asked_at, deadline, ...row }) => ({
          ...row,
          key: { id: key_id, name: key_name },
          may_decide: !is_own_making,
          asked_at: asked_at.toISOString(),
          deadline: deadline.toISOString(),
        })),
        server_time: deps.clock.date().toISOString(),
      }
    },

    /** `number`: what the person read, and the program says. */
    async approve(user: Identity, id: string, number: number): Promise<Said> {
      const said = await deps.transaction(async (tx) => {
        const take = await lock(tx, user, id)
        if (take.four_eyes && take.created_by === user.id) throw fail('takes.four_eyes')
        if (take.number !== number) throw fail('takes.wrong_number')
        if (!(await deps.approvals(tx.db).decide(id, user.id, true))) throw fail('takes.decided')
        await tx.publish('take.approved', { take_id: id, key_id: take.key_id })
        return say('take.approved')
      })
      deps.waiting.nudge()
      return said
    },

    /** Three within an hour suspend the service account, or end the person's token. */
    async deny(user: Identity, id: string): Promise<Said> {
      const said = await deps.transaction(async (tx) => {
        const take = await lock(tx, user, id)
        if (!(await deps.approvals(tx.db).decide(id, user.id, false))) throw fail('takes.decided')
        await tx.publish('take.denied', { take_id: id, key_id: take.key_id })
        const [outcomes, denials] = await Promise.all([
          deps.takes(tx.db).takeOutcome(id),
          deps.approvals(tx.db).countDenials(take.token_id),
        ])
        for (const outcome of outcomes) await auditTake(tx, outcome)
        if (denials >= mostDenials) await stop(tx, take)
        return say('take.denied')
      })
      deps.waiting.nudge()
      return said
    },
  }
}

export type ApprovalsService = ReturnType<typeof createApprovalsService>
