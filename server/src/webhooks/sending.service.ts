import { webhookLimits } from '@twofold/contract/webhooks'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { createOutboundClient } from '../platform/outbound/outbound-client.ts'
import type { PinnedHosts } from '../platform/outbound/pinned-host.ts'
import { signMessage } from '../platform/outbound/sign-webhook.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { asFollowing, type Tracer } from '../platform/tracing/tracing.ts'
import { mayUsePort, placeOf } from '../platform/outbound/require-reachable.ts'
import type { ClaimedDelivery, DeliveriesRepository } from './deliveries.repository.ts'
import { pauseAfter } from './retry-schedule.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import { createWorkerLoop } from '../platform/worker-loop.ts'
import { sentence } from '@twofold/contract/sentences/sentences'
import { alertAdministrators } from '../platform/alert-administrators.ts'

const day = 24 * 60 * 60 * 1000

/** Messages under way at once: of a node, and to one endpoint. */
const [mostAtOnce, mostEach] = [10, 2]

/** Milliseconds: between two looks; for a try; for which a message is its worker's. */
const [lookEveryMs, tryMs, leaseMs] = [2_000, 15_000, 60_000]

export interface SendingDeps extends ServiceDeps {
  deliveries: (db: Db) => DeliveriesRepository
  secrets: WebhookSecrets
  hosts: PinnedHosts
  isListed: (host: string) => boolean
  random: () => number
  tracer: Tracer | undefined
  log: Pick<Log, 'warn'>
}

/** Sends messages until their receivers have them, in no order: each by itself, under the id that it keeps. */
export function createSendingService(deps: SendingDeps) {
  /** Notifies every administrator. Leaves an endpoint alone that was changed, or reached, while this message was under way. */
  async function disable(
    { endpoint_id: id, url }: Pick<ClaimedDelivery, 'endpoint_id' | 'url'>,
    because: 'gone' | 'failing',
    failingBefore?: Date,
  ): Promise<void> {
    await deps.transaction(async (tx) => {
      const endpoint = await deps.deliveries(tx.db).disable({ id, url }, because, failingBefore)
      if (endpoint === undefined) return
      const { name } = endpoint
      const about = sentence(because === 'gone' ? 'webhook.told_gone' : 'webhook.told_failing', { name, days: webhookLimits.failingDays })
      await alertAdministrators(tx, { type: 'webhooks', message: [about], severity: 'warning', time: deps.clock.date() })
    })
  }
  const rows = deps.deliveries(deps.db)
  const underWay = new Set<Promise<void>>()
  const loop = createWorkerLoop({
    name: 'webhooks',
    lookEveryMs,
    log: deps.log,
    trouble: 'webhooks cannot be looked for now',
    async look() {
      if ((await begin()).length === 0) return lookEveryMs
      // The next ones follow as soon as there is room.
      await Promise.race(underWay)
      return 0
    },
  })

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const answer = await post(deps, delivery, loop.signal)
    if (loop.signal.aborted && answer === undefined) return
    const time = deps.clock.now()
    const now = new Date(time)
    const status = answer?.status ?? null
    if (status !== null && status >= 200 && status <= 299) {
      if (await rows.finish(delivery, { state: 'delivered', status, nextTryAt: null }, now))
        await rows.noteFailing(delivery.endpoint_id, null)
      return
    }
    const pause = status === 410 ? undefined : pauseAfter(delivery.tries + 1, answer?.retryAfter, time, deps.random())
    const nextTryAt = pause === undefined ? null : new Date(time + pause)
    if (!(await rows.finish(delivery, { state: nextTryAt === null ? 'failed' : 'waiting', status, nextTryAt }, now))) return
    if (status === 410) return disable(delivery, 'gone')
    await rows.noteFailing(delivery.endpoint_id, now)
    const longAgo = new Date(time - webhookLimits.failingDays * day)
    if (delivery.failing_since !== null && delivery.failing_since <= longAgo) await disable(delivery, 'failing', longAgo)
  }

  /** Begins with what is due, as far as there is room here. */
  async function begin(): Promise<Promise<void>[]> {
    const room = mostAtOnce - underWay.size
    if (room <= 0) return []
    const time = deps.clock.now()
    const claimed = await rows.claim(room, mostEach, new Date(time), new Date(time + leaseMs))
    return claimed.map((delivery) => {
      const span = { name: 'send webhook', kind: 'consumer', attributes: { 'twofold.request': delivery.caused_by ?? undefined } } as const
      const sending: Promise<void> = asFollowing(deps.tracer, [delivery.traceparent], span, () => send(delivery))
        .catch((error: unknown) => deps.log.warn({ err: error, delivery: delivery.id }, 'a webhook broke off'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    })
  }

  return {
    /** Sends everything that is due now, and resolves when each receiver has answered or not. */
    sendDue: (): Promise<void> =>
      loop.asWorker(async () => {
        for (let begun = await begin(); begun.length > 0; begun = await begin()) await Promise.all(begun)
      }),
    start: loop.start,
    async stop(): Promise<void> {
      await Promise.all([loop.stop(), ...underWay])
    },
    removable: (): RetentionTask[] => rows.removable(new Date(deps.clock.now() - webhookLimits.keptDays * day)),
  }
}

/** The receiver's answer; undefined: none, with the reason withheld from users who can type addresses. */
async function post(
  deps: Pick<SendingDeps, 'clock' | 'hosts' | 'isListed' | 'secrets'>,
  { id, body, url, ca, ...delivery }: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<{ status: number; retryAfter: string | undefined } | undefined> {
  const now = deps.clock.now()
  const timeouts = { connect: tryMs, response: tryMs }
  const client = createOutboundClient({ hosts: deps.hosts, timeouts, ...(ca === null ? {} : { ca }) })
  try {
    if (!mayUsePort(placeOf(url), deps.isListed)) return undefined
    const signed = signMessage(deps.secrets.signersOf(delivery.endpoint_id, delivery, now), { id, seconds: Math.floor(now / 1000), body })
    const { status, headers } = await client.exchange({
      url: new URL(url),
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...signed },
      body,
      propagatesTrace: true,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(tryMs)]),
    })
    return { status, retryAfter: headers['retry-after'] }
  } catch {
    return undefined
  } finally {
    client.close()
  }
}
