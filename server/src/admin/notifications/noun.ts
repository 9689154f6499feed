import type { Accounts } from '../../accounts/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import type { MailDelivery } from '../../mail-delivery/noun.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import type { Reviews } from '../../reviews/noun.ts'
import { createMailWatchRepository } from './mail-watch.repository.ts'
import { createMailWatchService } from './mail-watch.service.ts'
import { createNotificationsRepository } from './notifications.repository.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { createNotificationsService } from './notifications.service.ts'
import { reviewEnded } from './review-ended.ts'
import { notifiedEvents } from './event-notification.ts'

/** Administrators' notifications in the back office. */
export const notifications = defineNoun({
  name: 'admin/notifications',
  owns: ['dated_notifications', 'notification_reads', 'notifications'],
  metrics: 'none',
  build(ground: Ground, needs: Pick<Accounts, 'accounts'> & Pick<MailDelivery, 'mailTrouble'> & Pick<Reviews, 'reviewEnded'>) {
    const service = createNotificationsService({ ...ground, ...needs, notifications: createNotificationsRepository })
    const mailWatch = createMailWatchService({ ...ground, ...needs, watch: createMailWatchRepository, notifications: service })
    return {
      offers: { notifications: service, mailWatch },
      routes: (app) => notificationsRoutes(app, service),
      jobs: [{ name: 'mail-watch', schedule: '* * * * *', run: () => mailWatch.look() }],
      events: [{ listener: 'notifications', names: notifiedEvents, handle: service.hear }],
      hears: [needs.reviewEnded.heardBy((id, counts) => service.notify(`review ${id} ended`, reviewEnded(id, counts)))],
      deletion: { goes: ['notification_reads'] },
      retention: service.removable,
      health: 'none',
      running: 'none',
    }
  },
})

export type Notifications = OffersOf<typeof notifications>
