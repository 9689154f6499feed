import { type approveMailPath, type getMailPath, mailPathMost } from '@twofold/contract/admin/mail-path'
import type { ApprovalRefusal } from '@twofold/contract/admin/requests'
import type { CallAnswer } from '@twofold/contract/endpoint'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { type Approver, asLocked, failApproval, presentRefusal, refusalByAccount } from './approval-refusals.ts'
import { beholdenFor } from './beholden.ts'
import type { MailPathRepository, MailPathRow } from './mail-path.repository.ts'
import type { RequestsRepository } from './requests.repository.ts'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Changes to the mail path take effect at once. Until a second administrator approves, or without one until the waiting time is over, links sent over
 * it prove nothing.
 */
export function createMailPathService(
  deps: ServiceDeps & {
    path: (db: Db) => MailPathRepository
    requests: (db: Db) => Pick<RequestsRepository, 'hadHandOn' | 'lockAdministrator'>
    policy: Pick<Policy, 'quarantine_days'>
  },
) {
  const waitingTime = () => deps.policy.quarantine_days * day

  /** Reasons why the administrator may not approve a change, by its author. A command on the server has none. */
  async function whyNot(db: Db, changes: MailPathRow[], user: Approver): Promise<Map<string | null, ApprovalRefusal | null>> {
    const since = new Date(deps.clock.now() - beholdenFor)
    const makers = [...new Set(changes.map(({ by_id: by }) => by))]
    const judged = makers.map(async (by) => {
      if (by === user.id) return [by, 'own'] as const
      if (by !== null && (await deps.requests(db).hadHandOn(user.id, by, since))) return [by, 'made_by_asker'] as const
      return [by, refusalByAccount(user)] as const
    })
    return new Map(await Promise.all(judged))
  }

  return {
    async detail(user: Approver): Promise<CallAnswer<typeof getMailPath>> {
      const rows = await deps.path(deps.db).list(new Date(deps.clock.now() - waitingTime()), mailPathMost)
      const refusals = await whyNot(deps.db, rows, user)
      const changes = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        what: row.target_name,
        by: row.by_name,
        happened_at: row.happened_at.toISOString(),
        counts_until: row.is_lasting ? null : new Date(row.happened_at.getTime() + waitingTime()).toISOString(),
        ...presentRefusal(refusals.get(row.by_id) ?? null, user),
      }))
      return { changes }
    },

    /**
     * All of them or none; one that somebody else approved meanwhile is done already. Only what was named is approved, never what was
     * changed since it was looked at.
     */
    async approve(user: Approver, ids: string[]): Promise<CallAnswer<typeof approveMailPath>> {
      return deps.transaction(async (tx) => {
        const administrator = await deps.requests(tx.db).lockAdministrator(user.id)
        if (administrator === undefined) throw fail('auth.no_longer_administrator')
        const approver = asLocked(user, administrator, deps.clock.now())
        const changes = await deps.path(tx.db).lock([...new Set(ids)])
        for (const refusal of (await whyNot(tx.db, changes, approver)).values()) if (refusal !== null) throw failApproval(refusal, approver)
        if (changes.length > 0) {
          const found = changes.map(({ id }) => id)
          await deps.path(tx.db).approve(found, user, deps.clock.date())
          await tx.audit({
            action: 'email.path_approved',
            after: { changes: changes.map(({ kind, target_name: what, by_name: by }) => ({ kind, what, by })) },
          })
        }
        return { ...say('mail_path.approved'), approved: changes.length }
      })
    },
  }
}

export type MailPathService = ReturnType<typeof createMailPathService>
