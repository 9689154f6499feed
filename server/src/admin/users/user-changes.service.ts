import { normalizeEmail } from '@twofold/contract/email-address'
import { type BulkAction, bulkMost, type bulkUsers, type countImpact } from '@twofold/contract/admin/users'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { Said } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { DeletionService } from '../../accounts/deletion.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import type { Factors } from '../../factors/noun.ts'
import { changeOf } from '../../platform/audit.ts'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Client, Identity } from '../../platform/identity.ts'
import type { Log } from '../../platform/log.ts'
import { createOneOfMany } from '../../platform/one-of-many.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import type { Sessions } from '../../sessions/noun.ts'
import type { TrustService } from '../../trust/trust.service.ts'
import type { LeaversService } from '../leavers/leavers.service.ts'
import type { UsersRepository } from './users.repository.ts'
import { createUserActs, targetOf } from './user-acts.service.ts'
import { createUserStatus } from './user-status.service.ts'
import { createUserCredentials } from './user-credentials.service.ts'
import { createUserUnlocking } from './user-unlocking.service.ts'

export interface UserChangesDeps extends ServiceDeps {
  users: (db: Db) => UsersRepository
  accountChanges: Accounts['accountChanges']
  sessionRows: Sessions['sessionRows']
  signInLocks: Sessions['signInLocks']
  factorRows: Factors['factorRows']
  guesses: Factors['guesses']
  accounts: Pick<AccountsService, 'requireAnotherAdministrator' | 'requireStillAdministrator' | 'hashPassword' | 'hashPin'>
  deletion: Pick<DeletionService, 'endAccount'>
  leavers: Pick<LeaversService, 'prepare' | 'open' | 'openDeleted' | 'closeAsReactivated'>
  activity: Pick<ActivityService, 'record'>
  trust: Pick<TrustService, 'release'>
  log: Log
}

export interface By {
  /** The administrator. */
  user: Identity
  client: Client
}

export type Target = NonNullable<Awaited<ReturnType<Accounts['accountChanges']['lock']>>>

/** Administrators' acts on other accounts. Each is audited, and the person is notified. */
export function createUserChangesService(deps: UserChangesDeps) {
  const acts = createUserActs(deps)
  const status = createUserStatus(deps, acts)
  const { act, notify } = acts
  const { setActive, setRole, revokeSessions, remove } = status

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
    ...createUserCredentials(deps, acts),
    ...createUserUnlocking(deps, acts),
    setActive,
    setRole,
    revokeSessions,
    remove,
    async impact(body: CallParts<typeof countImpact>['body']): Promise<CallAnswer<typeof countImpact>> {
      const ids = await idsOf(body)
      return { users: ids.length, ...(await deps.users(deps.db).impactOf(ids, deps.clock.date())) }
    },
    /**
     * One after the other, each in its own transaction: a refusal for one person does not affect the others. The answer reports the outcome for each;
     * without a database the rest is skipped.
     */
    async bulk(by: By, { action, reason, ...selection }: CallParts<typeof bulkUsers>['body']): Promise<CallAnswer<typeof bulkUsers>> {
      const results: CallAnswer<typeof bulkUsers>['results'] = []
      const oneOfMany = createOneOfMany(deps.log)
      for (const id of await idsOf(selection)) {
        let name = ''
        const outcome = await oneOfMany({ user: id, action }, async () => {
          name = (await deps.users(deps.db).findListed(id, deps.clock.date()))?.name ?? ''
          const { message, said } = await bulk[action](by, id, reason)
          return { ok: true, message, said }
        })
        results.push({ id, name, ...outcome })
      }
      const done = results.filter(({ ok }) => ok).length
      return { ...say('acts.done', { done, all: results.length }), results }
    },
    async update(by: By, id: string, change: { name: string; email: string }): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        const normalized = normalizeEmail(change.email)
        if (!(await deps.accountChanges.rename(tx.db, id, { ...change, normalized }, deps.clock.date())))
          throw failField('auth.email_taken', 'email')
        const changed = (['name', 'email'] as const).filter((field) => target[field] !== change[field])
        if (changed.length === 0) return say('user.unchanged')
        await tx.audit({
          action: 'user.updated',
          target: targetOf(target),
          ...changeOf({ name: target.name, email: target.email }, { name: change.name, email: change.email }),
        })
        const data = { 'change.fields': [wordChange(changed, change)] }
        await notify(tx, by, id, 'changed_by_admin', { fields: changed.join(', ') })
        await tx.emit('user.profile.updated', { to: { user_id: id }, data })
        if (changed.includes('email'))
          await tx.emit('user.profile.updated', { to: { address: target.email, name: target.name, language_of: id }, data })
        return say('user.changed')
      })
    },
  }
}

/** The changes, worded for the e-mail to the person. */
function wordChange(changed: readonly ('name' | 'email')[], { name, email }: { name: string; email: string }) {
  if (changed.length === 2) return sentence('change.name_and_email', { name, email })
  return changed[0] === 'name' ? sentence('change.name_to', { name }) : sentence('change.email_to', { email })
}

export type UserChangesService = ReturnType<typeof createUserChangesService>
