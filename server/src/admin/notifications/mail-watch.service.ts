import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { MailWatchRepository } from './mail-watch.repository.ts'
import type { NotificationsService } from './notifications.service.ts'

const minute = 60_000

/** So many failed mails within so many minutes are a burst. */
const burst = { mails: 10, minutes: 10 }

/** Back this far what was switched off is looked for: longer than any pause between two looks, since nothing is told twice. */
const lookedBack = 60 * minute

const linkOf = (providerId: string) => `/admin/email/providers/${providerId}`

export interface MailWatchDeps {
  db: Db
  watch: (db: Db) => MailWatchRepository
  notifications: Pick<NotificationsService, 'tell'>
  clock: Clock
}

/** Tells administrators of trouble with mail; looked after every minute, on whichever node. */
export function createMailWatchService(deps: MailWatchDeps) {
  return {
    async look(): Promise<void> {
      const time = deps.clock.now()
      const now = new Date(time)
      const [day, hour] = [now.toISOString().slice(0, 10), now.toISOString().slice(0, 13)]
      const rows = deps.watch(deps.db)
      for (const { id, name, by } of await rows.listSwitchedOff(new Date(time - lookedBack))) {
        const message = by === null ? `${name} is not used any more.` : `${name} is not used any more: ${by} switched it off.`
        await deps.notifications.tell(`provider off ${id}`, {
          type: 'info',
          title: 'E-mail provider disabled',
          message,
          link: linkOf(id),
        })
      }
      for (const { id, name, scale, starts_at: start, most } of await rows.listOutOfQuota(now)) {
        const message = `${name} has sent all ${most} mails of this ${scale}. Another provider takes over, or mail waits.`
        await deps.notifications.tell(`quota ${id} ${scale} ${start.toISOString()}`, {
          type: 'alert',
          title: 'E-mail provider out of quota',
          message,
          link: linkOf(id),
        })
      }
      for (const { id, name, last_error: error } of await rows.listResting(now)) {
        const message = `${name} is left alone for a while${error === null ? '.' : `: ${error}`}`
        await deps.notifications.tell(`provider resting ${id} ${day}`, {
          type: 'alert',
          title: 'E-mail provider failing',
          message,
          link: linkOf(id),
        })
      }
      const failed = await rows.countFailedSince(new Date(time - burst.minutes * minute))
      if (failed >= burst.mails) {
        const message = `${failed} mails have failed within ${burst.minutes} minutes.`
        await deps.notifications.tell(`failed mail ${hour}`, {
          type: 'alert',
          title: 'Many mails fail',
          message,
          link: '/admin/email/logs?status=failed',
        })
      }
    },
  }
}
