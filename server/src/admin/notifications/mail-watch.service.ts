import { sentence } from '@twofold/contract/sentences/sentences'
import type { Db } from '../../platform/database.ts'
import type { MailWatchRepository } from './mail-watch.repository.ts'
import type { NotificationsService } from './notifications.service.ts'
import { notificationWords } from './notification-words.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const minute = 60_000

/** A burst: this many failed e-mails within this many minutes. */
const burst = { mails: 10, minutes: 10 }

/** Period searched for disabled providers: longer than any pause between two runs, since nothing is reported twice. */
const lookedBack = 60 * minute

const linkOf = (providerId: string) => `/admin/email/providers/${providerId}`

/** Trouble that the e-mail nouns know about. */
export interface MailTrouble {
  /** Providers that have sent what they may in this hour or day. */
  listOutOfQuota: (db: Db, now: Date) => Promise<{ id: string; name: string; scale: 'hour' | 'day'; starts_at: Date; most: number }[]>
  /** Providers that are left alone after failures. */
  listResting: (db: Db, now: Date) => Promise<{ id: string; name: string; last_error: string | null }[]>
  countFailedSince: (db: Db, time: Date) => Promise<number>
}

export interface MailWatchDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  watch: (db: Db) => MailWatchRepository
  mailTrouble: MailTrouble
  notifications: Pick<NotificationsService, 'notify'>
}

/** Notifies administrators of e-mail problems; runs every minute, on any node. */
export function createMailWatchService(deps: MailWatchDeps) {
  return {
    async look(): Promise<void> {
      const time = deps.clock.now()
      const now = new Date(time)
      const [day, hour] = [now.toISOString().slice(0, 10), now.toISOString().slice(0, 13)]
      for (const { id, name, by } of await deps.watch(deps.db).listSwitchedOff(new Date(time - lookedBack))) {
        const text = by === null ? sentence('bell.provider_off_text', { name }) : sentence('bell.provider_off_by_text', { name, by })
        await deps.notifications.notify(`provider off ${id}`, {
          type: 'info',
          ...notificationWords('bell.provider_off', text),
          link: linkOf(id),
        })
      }
      for (const { id, name, scale, starts_at: start, most } of await deps.mailTrouble.listOutOfQuota(deps.db, now)) {
        const text = sentence(scale === 'hour' ? 'bell.hour_used_text' : 'bell.day_used_text', { name, count: most })
        await deps.notifications.notify(`quota ${id} ${scale} ${start.toISOString()}`, {
          type: 'alert',
          ...notificationWords('bell.quota', text),
          link: linkOf(id),
        })
      }
      for (const { id, name, last_error: error } of await deps.mailTrouble.listResting(deps.db, now)) {
        const text =
          error === null ? sentence('bell.provider_rests_text', { name }) : sentence('bell.provider_rests_why_text', { name, error })
        await deps.notifications.notify(`provider resting ${id} ${day}`, {
          type: 'alert',
          ...notificationWords('bell.provider_rests', text),
          link: linkOf(id),
        })
      }
      const failed = await deps.mailTrouble.countFailedSince(deps.db, new Date(time - burst.minutes * minute))
      if (failed >= burst.mails) {
        await deps.notifications.notify(`failed mail ${hour}`, {
          type: 'alert',
          ...notificationWords('bell.many_fail', sentence('bell.many_fail_text', { failed, minutes: burst.minutes })),
          link: '/admin/email/logs?status=failed',
        })
      }
    },
  }
}
