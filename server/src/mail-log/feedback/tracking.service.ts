import type { Crypto } from '../../platform/crypto/crypto.ts'
import { fail } from '../../platform/fail.ts'
import { isAutomaticFetch } from './automatic-fetch.ts'
import { detailOf } from './feedback.ts'
import type { FeedbackService } from './feedback.service.ts'
import { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import { rewriteLinks } from '../../mail-delivery/delivery/rewrite-links.ts'
import type { SentMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'
import { type createTracking, pixelGif, type Tracked } from '../../mail-delivery/delivery/tracking.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** The client, by its own account. */
export interface Fetcher {
  method: string
  userAgent: string | undefined
  purpose: string | undefined
}

export interface TrackingServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  tracking: Pick<ReturnType<typeof createTracking>, 'read'>
  sentMail: Pick<SentMailService, 'findTracked'>
  take: FeedbackService['take']
  crypto: Pick<Crypto, 'open'>
  app: { readonly url: string }
}

/** Opens and clicks of e-mail sent by SMTP; other providers count their own. */
export function createTrackingService(deps: TrackingServiceDeps) {
  async function note(tracked: Tracked, sentAt: Date | null, fetcher: Fetcher, link: string | undefined): Promise<void> {
    const happenedAt = deps.clock.date()
    const isAutomatic = isAutomaticFetch({ ...fetcher, kind: tracked.kind, acceptedAt: sentAt ?? undefined, happenedAt })
    const what = tracked.kind === 'opened' ? 'opened' : `clicked:${tracked.link}`
    await deps.take('tracking', [
      {
        // The first time by a person and the first time by a program are worth knowing; how often is not.
        sourceId: `${tracked.logId}:${what}:${isAutomatic ? 'automatic' : 'person'}`,
        reference: { logId: tracked.logId },
        kind: tracked.kind,
        isPermanent: false,
        recipients: [],
        happenedAt,
        isAutomatic,
        detail: detailOf({ user_agent: fetcher.userAgent, link }),
      },
    ])
  }

  return {
    /** The image that reports an open. */
    pixel: pixelGif,

    /** Records that an e-mail was opened. An invalid token changes nothing, and gets the same answer. */
    async open(token: string, fetcher: Fetcher): Promise<void> {
      const tracked = deps.tracking.read(token)
      if (tracked?.kind !== 'opened') return
      const mail = await deps.sentMail.findTracked(deps.db, tracked.logId)
      if (mail !== undefined) await note(tracked, mail.sent_at, fetcher, undefined)
    },

    /**
     * Records a click, and answers the link's target: by the stored e-mail, never by the request. Once the e-mail's content has been removed, the
     * target is the application.
     */
    async click(token: string, fetcher: Fetcher): Promise<string> {
      const tracked = deps.tracking.read(token)
      const mail = tracked?.kind === 'clicked' ? await deps.sentMail.findTracked(deps.db, tracked.logId) : undefined
      if (tracked?.kind !== 'clicked' || mail === undefined) throw fail('request.not_found')
      const html = mail.body === null ? undefined : (await openContent(deps.crypto, mail.id, 'body', mail.body)).html
      const target = html === undefined ? deps.app.url : rewriteLinks(html, deps.app.url, () => '').links[tracked.link]
      if (target === undefined) throw fail('request.not_found')
      await note(tracked, mail.sent_at, fetcher, target)
      return target
    },
  }
}

export type TrackingService = ReturnType<typeof createTrackingService>
