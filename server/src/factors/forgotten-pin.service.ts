import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Accounts } from '../accounts/noun.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { PasswordHasher } from '../platform/password-hash.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { GuessesRepository } from './guesses.repository.ts'
import type { SecondStepService } from './second-step.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Links per person in `recentlyMs`, so that nobody can flood their mailbox. */
const mostLinks = 3
const recentlyMs = 15 * 60_000

export interface ForgottenPinDeps extends ServiceDeps {
  rows: Accounts['pinRows']
  guesses: (db: Db) => Pick<GuessesRepository, 'clear'>
  pins: Pick<PasswordHasher, 'hash'>
  accounts: Pick<AccountsService, 'require' | 'find' | 'isPassword'>
  links: Pick<LinksService, 'make' | 'require' | 'use' | 'countRecent'>
  sessions: Pick<SessionsService, 'closePins'>
  secondStep: Pick<SecondStepService, 'reserveTry' | 'giveTryBack'>
  trust: Pick<TrustService, 'isClean' | 'close' | 'closeSecrets'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: () => Promise<boolean>
}

/** A new PIN for somebody who has neither the old one nor a second factor: by the password and a link, after which secrets wait a day. */
export function createForgottenPinService(deps: ForgottenPinDeps) {
  return {
    /** `also`: writes with the link. */
    async request(user: Identity, password: string, client: Client, also: (tx: Tx) => void): Promise<Said> {
      const account = await deps.accounts.require(user.id)
      if (!(await deps.accounts.isPassword(account, password))) throw failField('profile.password_wrong', 'current_password')
      if (!(await deps.isMailAvailable())) throw fail(user.role === 'admin' ? 'mail.not_set_up' : 'mail.unavailable')
      await deps.transaction(async (tx) => {
        // Behind the lock of the account: of several at once each counts those before it.
        const [, recent] = await Promise.all([
          deps.rows.hold(tx.db, user.id),
          deps.links.countRecent(tx, 'new_pin', account.email, recentlyMs),
        ])
        if (recent >= mostLinks) {
          const seconds = recentlyMs / 1000
          throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
        }
        const link = await deps.links.make(tx, { purpose: 'new_pin', userId: user.id, email: account.email })
        await deps.activity.record(tx, { userId: user.id, kind: 'pin_link_requested', address: client.address })
        await tx.emit('pin.forgotten', { to: { user_id: user.id }, data: { ...link, 'login.ip': client.address } })
        also(tx)
      })
      return say('pin.link_sent', { email: account.email })
    },

    /** Requires the password as well, since a reader of the person's e-mail has the link. Wrong ones count as guesses of the second step. */
    async set(input: { token: string; password: string; new_pin: string }, client: Client): Promise<Said> {
      const link = await deps.links.require(input.token, ['new_pin'])
      const { user_id: userId } = link
      if (userId === null) throw fail('links.expired')
      const [account, stored] = await readingTogether(() => Promise.all([deps.accounts.find(userId), deps.rows.findHash(deps.db, userId)]))
      if (account === undefined || !account.is_active) throw fail('links.expired')
      const { id } = account
      await deps.secondStep.reserveTry(id)
      if (!(await deps.accounts.isPassword(account, input.password))) throw failField('profile.password_wrong', 'password')
      const hash = await deps.pins.hash(id, input.new_pin)
      await deps.transaction(async (tx) => {
        // In the order of their locks: what others did to the account is read behind that of the account.
        const [, isUnchanged, isClean] = await Promise.all([
          deps.links.use(tx, input.token, ['new_pin']),
          deps.rows.lockUnchanged(tx.db, id, stored),
          deps.trust.isClean(tx, link),
        ])
        if (!isUnchanged) throw fail('links.expired')
        await deps.rows.put(tx.db, id, hash, deps.clock.date())
        await deps.guesses(tx.db).clear('pin', id)
        await deps.secondStep.giveTryBack(tx, id)
        tx.writeLast(() => deps.sessions.closePins(tx, id))
        await (isClean ? deps.trust.closeSecrets(tx, id) : deps.trust.close(tx, id))
        await deps.activity.record(tx, { userId: id, kind: 'pin_set_by_link', address: client.address })
        await tx.emit('pin.changed', { to: { user_id: id }, data: { 'actor.name': account.name } })
      })
      return say('pin.set_by_link')
    },
  }
}

export type ForgottenPinService = ReturnType<typeof createForgottenPinService>
