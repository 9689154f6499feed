import { normalizeEmail } from '@twofold/contract/email-address'
import type { BulkAction, bulkUsers, countImpact, setUserStatus } from '@twofold/contract/admin/users'
import { bulkMost } from '@twofold/contract/admin/users'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { Said } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { DeletionService } from '../../accounts/deletion.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import type { Factors } from '../../factors/noun.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, fail, failField, wordingOf } from '../../platform/fail.ts'
import type { Client, Identity } from '../../platform/identity.ts'
import type { Log } from '../../platform/log.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import type { Sessions } from '../../sessions/noun.ts'
import type { TrustService } from '../../trust/trust.service.ts'
import type { LeaversService } from '../leavers/leavers.service.ts'
import type { UsersRepository } from './users.repository.ts'

export interface UserChangesDeps {
  db: Db
  transaction: Transaction
  users: (db: Db) => UsersRepository
  accountChanges: Accounts['accountChanges']
  sessionRows: Sessions['sessionRows']
  signInLocks: Sessions['signInLocks']
  factorRows: Factors['factorRows']
  guesses: Factors['guesses']
  accounts: Pick<AccountsService, 'requireAnotherAdministrator' | 'requireStillAdministrator' | 'hashPassword' | 'hashPin'>
  deletion: Pick<DeletionService, 'endAccount'>
  leavers: Pick<LeaversService, 'prepare' | 'open' | 'closeAsReactivated' | 'letUndecidedGo'>
  activity: Pick<ActivityService, 'record'>
  trust: Pick<TrustService, 'release'>
  /** Whether an administrator has a second factor. */
  clock: Clock
  log: Log
}

interface By {
  administrator: Identity
  client: Client
}

type Target = NonNullable<Awaited<ReturnType<ReturnType<Accounts['accountChanges']>['lock']>>>

/** What administrators do with the accounts of others. Each act is written down, and told to whom it concerns. */
export function createUserChangesService(deps: UserChangesDeps) {
  const now = () => new Date(deps.clock.now())
  const targetOf = ({ id, name }: Target) => ({ kind: 'user', id, name })

  /**
   * One act on one person, in one transaction. `weighty`: it could leave nobody to administrate, or lock its own doer out. Whoever was demoted
   * or deactivated since the request came does nothing any more, also not with the rest of many.
   */
  async function act<T>(by: By, id: string, { weighty }: { weighty: boolean }, work: (tx: Tx, target: Target) => Promise<T>): Promise<T> {
    return deps.transaction(async (tx) => {
      if (weighty && id === by.administrator.id) throw fail('users.own_account')
      await deps.accounts.requireStillAdministrator(tx, by.administrator.id, id)
      if (weighty) await deps.accounts.requireAnotherAdministrator(tx, id)
      const target = await deps.accountChanges(tx.db).lock(id)
      if (target === undefined) throw fail('users.not_found')
      return work(tx, target)
    })
  }

  async function tell(tx: Tx, by: By, userId: string, kind: ActivityKind, detail: Record<string, string> = {}): Promise<void> {
    const { id, name } = by.administrator
    await deps.activity.record(tx, { userId, kind, actor: { id, name }, detail })
  }

  const actorOf = (by: By) => ({ 'actor.name': by.administrator.name })

  /** What deactivating leaves to do stands in a leaver plan, made in the same transaction. */
  async function setActive(by: By, id: string, isActive: boolean, reason = ''): Promise<CallAnswer<typeof setUserStatus>> {
    if (!isActive) await deps.leavers.prepare()
    return act(by, id, { weighty: !isActive }, async (tx, target) => {
      const answer = say(isActive ? 'user.activated' : 'user.deactivated')
      if (target.is_active === isActive) return { ...answer, leaver_plan: null }
      await deps.accountChanges(tx.db).setActive(id, isActive, now())
      await tx.audit({
        action: isActive ? 'user.activated' : 'user.deactivated',
        target: targetOf(target),
        before: { is_active: target.is_active },
        after: { is_active: isActive, ...(reason === '' ? {} : { reason }) },
      })
      await tell(tx, by, id, isActive ? 'account_activated' : 'account_deactivated')
      if (!isActive) await tx.emit('admin.user.suspended', { to: { user_id: id }, data: { ...actorOf(by), reason } })
      if (!isActive) return { ...answer, leaver_plan: await deps.leavers.open(tx, by.administrator, target, reason) }
      await deps.leavers.closeAsReactivated(tx, by.administrator, target)
      return { ...answer, leaver_plan: null }
    })
  }

  async function setRole(by: By, id: string, role: 'admin' | 'user'): Promise<Said> {
    return act(by, id, { weighty: true }, async (tx, target) => {
      const answer = say(role === 'admin' ? 'user.promoted' : 'user.demoted')
      if (target.role === role) return answer
      await deps.accountChanges(tx.db).setRole(id, role, now())
      await tx.audit({
        action: role === 'admin' ? 'user.promoted' : 'user.demoted',
        target: targetOf(target),
        before: { role: target.role },
        after: { role },
      })
      await tell(tx, by, id, role === 'admin' ? 'made_administrator' : 'made_user')
      return answer
    })
  }

  async function revokeSessions(by: By, id: string): Promise<Said & { ended: number }> {
    return act(by, id, { weighty: false }, async (tx, target) => {
      const ended = await deps.sessionRows(tx.db).endAllOf(id)
      await tx.audit({ action: 'user.sessions_revoked', target: targetOf(target), after: { sessions: ended } })
      await tell(tx, by, id, 'sessions_revoked_by_admin')
      return { ...say('user.sessions_revoked'), ended }
    })
  }

  async function remove(by: By, id: string): Promise<Said> {
    await deps.leavers.prepare()
    return act(by, id, { weighty: true }, async (tx, target) => {
      await deps.leavers.open(tx, by.administrator, target, 'Account deleted')
      const people = await deps.deletion.endAccount(tx, target, by.administrator.id)
      await tx.audit({
        action: 'user.deleted',
        target: targetOf(target),
        before: { email: target.email, role: target.role, is_active: target.is_active },
        after: { people_losing_access: people },
      })
      await deps.leavers.letUndecidedGo(tx, by.administrator, target)
      await tell(tx, by, id, 'account_deleted')
      return say('user.deleted')
    })
  }

  const bulk: Record<BulkAction, (by: By, id: string, reason?: string) => Promise<Said>> = {
    activate: (by, id) => setActive(by, id, true),
    deactivate: (by, id, reason) => setActive(by, id, false, reason),
    promote: (by, id) => setRole(by, id, 'admin'),
    demote: (by, id) => setRole(by, id, 'user'),
    revoke_sessions: revokeSessions,
    delete: remove,
  }

  async function idsOf({ ids, matching }: CallParts<typeof countImpact>['body']): Promise<string[]> {
    if ((ids === undefined) === (matching === undefined)) throw fail('users.nothing_selected')
    const found = ids ?? (await deps.users(deps.db).listIds(matching ?? {}, bulkMost + 1))
    if (found.length > bulkMost) throw fail('users.too_many', { parameters: { most: bulkMost } })
    return [...new Set(found)]
  }

  return {
    setActive,
    setRole,
    revokeSessions,
    remove,

    async impact(body: CallParts<typeof countImpact>['body']): Promise<CallAnswer<typeof countImpact>> {
      const ids = await idsOf(body)
      return { users: ids.length, ...(await deps.users(deps.db).impactOf(ids, now())) }
    },

    /**
     * One after the other, each in a transaction of its own: what one person is refused does not keep the others from it. Whatever happens, the
     * answer says of each what became of it; without a database the rest is not tried.
     */
    async bulk(by: By, { action, reason, ...selection }: CallParts<typeof bulkUsers>['body']): Promise<CallAnswer<typeof bulkUsers>> {
      const results: CallAnswer<typeof bulkUsers>['results'] = []
      let outage: AppError | undefined
      for (const id of await idsOf(selection)) {
        let name = ''
        try {
          if (outage) throw outage
          name = (await deps.users(deps.db).findListed(id, now()))?.name ?? ''
          const { message, said } = await bulk[action](by, id, reason)
          results.push({ id, name, ok: true, message, said })
        } catch (error) {
          const known = error instanceof AppError ? error : fail(isDatabaseUnavailable(error) ? 'server.unavailable' : 'server.failed')
          if (known !== error) deps.log.error({ err: error, user: id, action }, 'one of many could not be done')
          if (known.code === 'server.unavailable') outage = known
          results.push({ id, name, ok: false, message: known.message, said: { message: [wordingOf(known)] } })
        }
      }
      const done = results.filter(({ ok }) => ok).length
      return { ...say('acts.done', { done, all: results.length }), results }
    },

    async update(by: By, id: string, change: { name: string; email: string }): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        const normalized = normalizeEmail(change.email)
        if (!(await deps.accountChanges(tx.db).rename(id, { ...change, normalized }, now()))) throw failField('auth.email_taken', 'email')
        const changed = (['name', 'email'] as const).filter((field) => target[field] !== change[field])
        if (changed.length === 0) return say('user.unchanged')
        await tx.audit({
          action: 'user.updated',
          target: targetOf(target),
          before: Object.fromEntries(changed.map((field) => [field, target[field]])),
          after: Object.fromEntries(changed.map((field) => [field, change[field]])),
        })
        const data = { 'change.fields': [wordChange(changed, change)] }
        await tell(tx, by, id, 'changed_by_admin', { fields: changed.join(', ') })
        await tx.emit('user.profile.updated', { to: { user_id: id }, data })
        if (changed.includes('email')) await tx.emit('user.profile.updated', { to: { address: target.email, name: target.name }, data })
        return say('user.changed')
      })
    },

    async resetPassword(by: By, id: string, password: string): Promise<Said> {
      const hash = await deps.accounts.hashPassword(id, password, 'new_password')
      return act(by, id, { weighty: false }, async (tx, target) => {
        await deps.accountChanges(tx.db).setPassword(id, hash, now())
        await tx.audit({ action: 'user.password_reset', target: targetOf(target) })
        await tell(tx, by, id, 'password_set_by_admin')
        await tx.emit('user.password.changed', { to: { user_id: id }, data: { ...actorOf(by), 'login.ip': by.client.address } })
        return say('user.password_reset')
      })
    },

    async resetPin(by: By, id: string, pin: string): Promise<Said> {
      const hash = await deps.accounts.hashPin(id, pin)
      return act(by, id, { weighty: false }, async (tx, target) => {
        await deps.accountChanges(tx.db).setPin(id, hash, now())
        await Promise.all([deps.guesses(tx.db).clear('pin', id), deps.sessionRows(tx.db).clearPins(id)])
        await tx.audit({ action: 'user.pin_reset', target: targetOf(target) })
        await tell(tx, by, id, 'pin_set_by_admin')
        await tx.emit('pin.reset', { to: { user_id: id }, data: actorOf(by) })
        return say('user.pin_reset')
      })
    },

    /** For somebody who lost the device. The open sessions stay: they are where its person can object. */
    async removeFactors(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: true }, async (tx, target) => {
        if (!(await deps.factorRows(tx.db).removeAll(id, now()))) throw fail('users.no_factors')
        await tx.audit({ action: 'user.factors_removed', target: targetOf(target) })
        await tell(tx, by, id, 'factors_removed_by_admin')
        await tx.emit('user.profile.updated', { to: { user_id: id }, data: { 'change.fields': [sentence('change.no_factors')] } })
        return say('user.factors_removed')
      })
    },

    /** A second administrator vouches for the person. */
    async release(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        await deps.trust.release(tx, id, by.administrator.id)
        await tx.audit({ action: 'user.released', target: targetOf(target) })
        await tell(tx, by, id, 'account_released')
        return say('user.released')
      })
    },

    async unlock(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        await Promise.all([deps.signInLocks(tx.db).clearOf(id), deps.guesses(tx.db).clearAll(id)])
        await tx.audit({ action: 'user.unlocked', target: targetOf(target) })
        await tell(tx, by, id, 'account_unlocked')
        await tx.emit('user.account.unlocked', {
          to: { user_id: id },
          data: { 'lock.until': now().toISOString(), 'login.ip': by.client.address },
        })
        return say('user.unlocked')
      })
    },

    async verifyEmail(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        if (target.email_verified_at === null) {
          await deps.accountChanges(tx.db).verifyEmail(id, now())
          await tx.audit({ action: 'user.email_verified', target: targetOf(target), after: { email: target.email } })
          await tell(tx, by, id, 'email_verified', { email: target.email })
        }
        return say('user.email_verified')
      })
    },
  }
}

/** What an administrator changed, as the mail to its person says it. */
function wordChange(changed: readonly ('name' | 'email')[], { name, email }: { name: string; email: string }) {
  if (changed.length === 2) return sentence('change.name_and_email', { name, email })
  return changed[0] === 'name' ? sentence('change.name_to', { name }) : sentence('change.email_to', { email })
}

export type UserChangesService = ReturnType<typeof createUserChangesService>
