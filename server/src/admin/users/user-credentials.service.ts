import type { Said } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { UserChangesDeps, By } from './user-changes.service.ts'
import { actorOf, targetOf, type UserActs } from './user-acts.service.ts'

/** A user's credentials, replaced by an administrator. */
export function createUserCredentials(deps: UserChangesDeps, { act, notify }: UserActs) {
  return {
    async resetPassword(by: By, id: string, password: string): Promise<Said> {
      const hash = await deps.accounts.hashPassword(id, password, 'new_password')
      return act(by, id, { weighty: false }, async (tx, target) => {
        tx.writeLast(() => deps.accountChanges.setPassword(tx.db, id, hash, deps.clock.date()))
        await tx.audit({ action: 'user.password_reset', target: targetOf(target) })
        await notify(tx, by, id, 'password_set_by_admin')
        await tx.emit('user.password.changed', { to: { user_id: id }, data: { ...actorOf(by), 'login.ip': by.client.address } })
        return say('user.password_reset')
      })
    },
    async resetPin(by: By, id: string, pin: string): Promise<Said> {
      const hash = await deps.accounts.hashPin(id, pin)
      return act(by, id, { weighty: false }, async (tx, target) => {
        tx.writeLast(() => deps.accountChanges.setPin(tx.db, id, hash, deps.clock.date()))
        tx.writeLast(() => deps.guesses.clear(tx.db, 'pin', id))
        tx.writeLast(() => deps.sessionRows.clearPins(tx.db, id))
        await tx.audit({ action: 'user.pin_reset', target: targetOf(target) })
        await notify(tx, by, id, 'pin_set_by_admin')
        await tx.emit('pin.reset', { to: { user_id: id }, data: actorOf(by) })
        return say('user.pin_reset')
      })
    },
    /** For a person who lost the device. Open sessions stay, so that the person can object there. */
    async removeFactors(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: true }, async (tx, target) => {
        if (!(await deps.factorRows.removeAll(tx.db, id, deps.clock.date()))) throw fail('users.no_factors')
        await tx.audit({ action: 'user.factors_removed', target: targetOf(target) })
        await notify(tx, by, id, 'factors_removed_by_admin')
        await tx.emit('user.profile.updated', { to: { user_id: id }, data: { 'change.fields': [sentence('change.no_factors')] } })
        return say('user.factors_removed')
      })
    },
    async verifyEmail(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        if (target.email_verified_at === null) {
          await deps.accountChanges.verifyEmail(tx.db, id, deps.clock.date())
          await tx.audit({ action: 'user.email_verified', target: targetOf(target), after: { email: target.email } })
          await notify(tx, by, id, 'email_verified', { email: target.email })
        }
        return say('user.email_verified')
      })
    },
  }
}
