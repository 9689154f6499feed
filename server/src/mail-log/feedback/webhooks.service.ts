import type { Clock } from '../../platform/clock.ts'
import { fail } from '../../platform/fail.ts'
import type { Log } from '../../platform/log.ts'
import type { FeedbackService } from './feedback.service.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { readSesEvent } from './ses-events.ts'
import type { createSnsVerifier } from './sns.ts'
import { readZeptomailEvents } from './zeptomail-events.ts'
import { checkZeptomailSignature } from './zeptomail-signature.ts'

/** Milliseconds to confirm that a topic may deliver here. */
const confirmTimeout = 10_000

export interface WebhooksServiceDeps {
  feedback: Pick<FeedbackService, 'take'>
  sns: Pick<ReturnType<typeof createSnsVerifier>, 'read'>
  https: Pick<OutboundClient, 'exchange'>
  /** Topics of SNS that may speak to us. Empty: none. */
  topics: readonly string[]
  /** Authentication keys of ZeptoMail's mail agents. Empty: none. */
  zeptomailKeys: readonly string[]
  clock: Clock
  log: Log
}

/** Providers' webhooks. Only a request that proves its origin is believed, and then always answered with 200. */
export function createWebhooksService(deps: WebhooksServiceDeps) {
  async function confirm(url: string, topic: string) {
    const request = { url: new URL(url), method: 'GET' as const, signal: AbortSignal.timeout(confirmTimeout) }
    const status = await deps.https.exchange(request).then(
      (answer) => answer.status,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (status !== 200) {
      deps.log.warn({ topic, status }, 'an SNS topic could not be told that it may deliver here')
      throw fail('email.webhook_unverifiable')
    }
    deps.log.info({ topic }, 'an SNS topic delivers here from now on')
  }

  function note(source: string, ignored: string | null) {
    if (ignored !== null) deps.log.info({ source, ignored }, 'part of a webhook was not used')
  }

  return {
    async takeSes(body: string): Promise<void> {
      if (deps.topics.length === 0) throw fail('request.not_found')
      const result = await deps.sns.read(body, deps.topics)
      switch (result.kind) {
        case 'refused':
          deps.log.warn({ reason: result.reason }, 'a webhook of SES was refused')
          throw fail('email.webhook_refused')
        case 'unverifiable':
          deps.log.warn({ reason: result.reason }, 'a webhook of SES cannot be checked')
          throw fail('email.webhook_unverifiable')
        case 'confirm':
          return confirm(result.confirmUrl, result.topicArn)
        case 'unsubscribed':
          return deps.log.warn({ topic: result.topicArn }, 'an SNS topic no longer delivers here')
        case 'notification': {
          const { feedback, ignored } = readSesEvent(result.message, { messageId: result.messageId, at: deps.clock.date() })
          note('ses', ignored)
          return deps.feedback.take('ses', feedback)
        }
      }
    },

    /** A call without a signature is the one that registering makes: it changes nothing. */
    async takeZeptomail(body: string, signature: string | undefined): Promise<void> {
      if (deps.zeptomailKeys.length === 0) throw fail('request.not_found')
      const checked = checkZeptomailSignature(body, signature, deps.zeptomailKeys)
      switch (checked.kind) {
        case 'probe':
          return deps.log.info('ZeptoMail asked whether its webhook is here, or somebody did')
        case 'forged':
          deps.log.warn({ reason: checked.reason }, 'a webhook of ZeptoMail was refused')
          throw fail('email.webhook_refused')
        case 'signed': {
          const { feedback, ignored } = readZeptomailEvents(checked.payload, deps.clock.date())
          note('zeptomail', ignored)
          return deps.feedback.take('zeptomail', feedback)
        }
      }
    },
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>
