import type { CallResponse } from '@twofold/contract/endpoint'
import type { stopClosing } from '@twofold/contract/links'
import type { Wording } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { alertAdministrators } from '../platform/alert-administrators.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Events } from '../platform/events.ts'
import type { Client } from '../platform/identity.ts'
import type { LeaverNotice, RequestsService } from '../trust/requests.service.ts'
import type { ClosedBy, ClosingNotice, TrustService } from '../trust/trust.service.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { ActivityService } from './activity.service.ts'
import type { LinksService } from './links.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** The act, worded to follow its actor's name. */
const whatWasDone: Partial<Record<ClosedBy, Wording>> = {
  restored: sentence('closing.restored'),
  address_changed: sentence('closing.address_changed'),
  password_set: sentence('closing.password_set'),
  reset_link_handed_over: sentence('closing.reset_link_handed_over'),
  pin_set: sentence('closing.pin_set'),
  factors_removed: sentence('closing.factors_removed'),
  unclean_link: sentence('closing.unclean_link'),
}

export interface ClosingServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  rows: (db: Db) => Pick<AccountsRepository, 'find'>
  links: Pick<LinksService, 'make' | 'use'>
  events: Pick<Events, 'emit'>
  activity: Pick<ActivityService, 'record'>
  trust: Pick<TrustService, 'stop'>
  requests: Pick<RequestsService, 'stopAbout'>
}

/** Tells somebody that their account is closed after another person's act, and takes their objection. */
export function createClosingService(deps: ClosingServiceDeps) {
  return {
    /** Notifies the account's current and previous address, each with a link of its own, so that the reader of one cannot use up the other's. */
    async notify(db: Db, { userId, person, by, actor, until, oldAddress }: ClosingNotice): Promise<void> {
      const places = [
        { to: { user_id: userId }, email: person.email },
        ...(oldAddress === null ? [] : [{ to: { address: oldAddress, name: person.name, language_of: userId }, email: oldAddress }]),
      ]
      for (const { to, email } of places) {
        const link = await deps.links.make({ db }, { purpose: 'stop', userId, email, keepsOthers: true, expiresAt: until })
        await deps.events.emit(db, 'user.account.closed', {
          to,
          data: {
            ...link,
            'actor.name': actor ?? [sentence('person.somebody')],
            'closing.what': [whatWasDone[by] ?? sentence('closing.other')],
            'closing.until': until.toISOString(),
          },
        })
      }
    },

    /** Notifies a deactivated person, who cannot sign in to object. */
    async notifyLeaver(db: Db, { userId, actor, to, until }: LeaverNotice): Promise<void> {
      const account = await deps.rows(db).find(userId)
      if (account === undefined) return
      const link = await deps.links.make({ db }, { purpose: 'stop', userId, email: account.email, keepsOthers: true, expiresAt: until })
      await deps.events.emit(db, 'user.keys.claimed', {
        to: { user_id: userId },
        data: { ...link, 'actor.name': actor, 'claim.heir': to, 'claim.at': until.toISOString() },
      })
    },

    /** Takes no sign-in, and works once. */
    async stop(token: string, client: Client): Promise<CallResponse<typeof stopClosing>> {
      await deps.transaction(async (tx) => {
        const { user_id: userId } = await deps.links.use(tx, token, ['stop'])
        if (userId === null) throw fail('links.wrong')
        const account = await deps.rows(tx.db).find(userId)
        if (account === undefined) throw fail('trust.nothing_to_stop')
        const isShut = await deps.trust.stop(tx, userId)
        const stopped = await deps.requests.stopAbout(tx, { id: userId, name: account.name })
        if (!isShut && stopped === 0) throw fail('trust.nothing_to_stop')
        if (!isShut) return
        await deps.activity.record(tx, { userId, kind: 'account_stopped', address: client.address })
        await tx.audit({ action: 'user.stopped', target: { kind: 'user', id: userId, name: account.name } })
        await alertAdministrators(tx, {
          type: 'account',
          message: [sentence('account.objected', { name: account.name })],
          severity: 'warning',
          time: deps.clock.date(),
        })
      })
      return { ...say('account.stopped') }
    },
  }
}

export type ClosingService = ReturnType<typeof createClosingService>
