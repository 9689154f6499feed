import { speak } from '../../platform/spoken.ts'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { signMessage } from '../../platform/outbound/sign-webhook.ts'
import { pauseAskedBy } from './retry-schedule.ts'
import { BatchTooLargeError, DeliveryError, type Sink } from './stream-batch.ts'

/** Batches by HTTPS, signed by Standard Webhooks. A batch that is sent again has the same id when it holds the same rows. */
export function createAddressSink(
  { url, secret, streamId }: { url: string; secret: string; streamId: string },
  deps: { client: Pick<OutboundClient, 'exchange'>; now: () => number },
): Sink {
  return {
    async deliver({ first, last, hash, events }, signal) {
      const now = deps.now()
      const head = JSON.stringify({ type: 'audit.rows', timestamp: new Date(now).toISOString() }).slice(0, -1)
      const body = `${head},"data":{"stream":${JSON.stringify(streamId)},"first":${first},"last":${last},"events":[${events.map(({ json }) => json).join(',')}]}}`
      const id = `audit_${streamId}_${first}_${last}_${hash.slice(0, 16)}`
      const { status, headers } = await deps.client.exchange({
        url: new URL(url),
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          ...signMessage([secret], { id, seconds: Math.floor(now / 1000), body }),
        },
        body,
        signal,
      })
      if (status >= 200 && status <= 299) return
      const said = speak('delivery.receiver_answered', { status: String(status) })
      throw status === 413 ? new BatchTooLargeError(said) : new DeliveryError(said, pauseAskedBy(headers, now))
    },
  }
}
