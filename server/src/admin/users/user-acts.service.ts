import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { fail } from '../../platform/fail.ts'
import { requireStillAtOnce } from '../../platform/judge-again.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { UserChangesDeps, By, Target } from './user-changes.service.ts'

/** The user that an act is on, as the audit log names it. */
export const targetOf = ({ id, name }: Target) => ({ kind: 'user', id, name })

/** The administrator's name for e-mail to the user. */
export const actorOf = (by: By) => ({ 'actor.name': by.user.name })

export function createUserActs(deps: UserChangesDeps) {
  /**
   * One act on one person, in one transaction. `weighty`: it could leave no administrator, or lock out its own actor. An administrator who was
   * demoted or deactivated since the request came can do nothing more, including the rest of a bulk act.
   */
  async function act<T>(by: By, id: string, { weighty }: { weighty: boolean }, work: (tx: Tx, target: Target) => Promise<T>): Promise<T> {
    return deps.transaction(async (tx) => {
      if (weighty && id === by.user.id) throw fail('users.own_account')
      const [, , target] = await Promise.all([
        deps.accounts.requireStillAdministrator(tx, by.user.id, id),
        weighty && deps.accounts.requireAnotherAdministrator(tx, id),
        deps.accountChanges.lock(tx.db, id),
      ])
      if (target === undefined) throw fail('users.not_found')
      await requireStillAtOnce(tx.db)
      return work(tx, target)
    })
  }

  async function notify(tx: Tx, by: By, userId: string, kind: ActivityKind, detail: Record<string, string> = {}): Promise<void> {
    const { id, name } = by.user
    await deps.activity.record(tx, { userId, kind, actor: { id, name }, detail })
  }

  return { act, notify }
}

export type UserActs = ReturnType<typeof createUserActs>
