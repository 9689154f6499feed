import type { setUserStatus } from '@twofold/contract/admin/users'
import type { CallAnswer } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { UserChangesDeps, By } from './user-changes.service.ts'
import { actorOf, targetOf, type UserActs } from './user-acts.service.ts'

/** Activates, deactivates and removes users, and changes their role. */
export function createUserStatus(deps: UserChangesDeps, { act, notify }: UserActs) {
  /** The tasks after a deactivation are in a leaver plan, made in the same transaction. */
  async function setActive(by: By, id: string, isActive: boolean, reason = ''): Promise<CallAnswer<typeof setUserStatus>> {
    if (!isActive) await deps.leavers.prepare()
    return act(by, id, { weighty: !isActive }, async (tx, target) => {
      const answer = say(isActive ? 'user.activated' : 'user.deactivated')
      if (target.is_active === isActive) return { ...answer, leaver_plan: null }
      await tx.audit({
        action: isActive ? 'user.activated' : 'user.deactivated',
        target: targetOf(target),
        before: { is_active: target.is_active },
        after: { is_active: isActive, ...(reason === '' ? {} : { reason }) },
      })
      await notify(tx, by, id, isActive ? 'account_activated' : 'account_deactivated')
      if (!isActive) await tx.emit('admin.user.suspended', { to: { user_id: id }, data: { ...actorOf(by), reason } })
      const [, plan] = await Promise.all([
        deps.accountChanges.setActive(tx.db, id, isActive, deps.clock.date()),
        isActive ? deps.leavers.closeAsReactivated(tx, by.user, target) : deps.leavers.open(tx, by.user, target, reason),
      ])
      return { ...answer, leaver_plan: plan ?? null }
    })
  }

  async function setRole(by: By, id: string, role: 'admin' | 'user'): Promise<Said> {
    return act(by, id, { weighty: true }, async (tx, target) => {
      const answer = say(role === 'admin' ? 'user.promoted' : 'user.demoted')
      if (target.role === role) return answer
      await deps.accountChanges.setRole(tx.db, id, role, deps.clock.date())
      await tx.audit({
        action: role === 'admin' ? 'user.promoted' : 'user.demoted',
        target: targetOf(target),
        before: { role: target.role },
        after: { role },
      })
      await notify(tx, by, id, role === 'admin' ? 'made_administrator' : 'made_user')
      return answer
    })
  }

  async function revokeSessions(by: By, id: string): Promise<Said & { ended: number }> {
    return act(by, id, { weighty: false }, async (tx, target) => {
      const ended = await deps.sessionRows.endAllOf(tx.db, id)
      await tx.audit({ action: 'user.sessions_revoked', target: targetOf(target), after: { sessions: ended } })
      await notify(tx, by, id, 'sessions_revoked_by_admin')
      return { ...say('user.sessions_revoked'), ended }
    })
  }

  async function remove(by: By, id: string): Promise<Said> {
    await deps.leavers.prepare()
    return act(by, id, { weighty: true }, async (tx, target) => {
      const { ended: people, close } = await deps.leavers.openDeleted(tx, by.user, target, () =>
        deps.deletion.endAccount(tx, target, by.user.id),
      )
      await tx.audit({
        action: 'user.deleted',
        target: targetOf(target),
        before: { email: target.email, role: target.role, is_active: target.is_active },
        after: { people_losing_access: people },
      })
      await close()
      await notify(tx, by, id, 'account_deleted')
      return say('user.deleted')
    })
  }

  return { setActive, setRole, revokeSessions, remove }
}
