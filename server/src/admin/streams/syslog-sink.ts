import { speak } from '../../platform/spoken.ts'
import type { PinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { connectTlsPinned } from '../../platform/outbound/pinned-tls.ts'
import { type Batch, DeliveryError, type Sink } from './stream-batch.ts'

/** Facility "log audit" (13), severity "informational" (6). */
const priority = 13 * 8 + 6
const connectMs = 10_000
/** A receiver that gives up in the middle of a batch closes while it reads, which is within this time. */
const quietMs = 500

/** RFC 5424 without structured data, whose names would need a registered number; the event is the message. */
const messageOf = (event: Batch['events'][number], hostname: string) =>
  `<${priority}>1 ${event.time} ${hostname} twofold - audit - ${event.json}`

/** RFC 5425: each message after its length in bytes. */
const frameOf = (message: string) => `${Buffer.byteLength(message)} ${message}`

/**
 * Syslog over TLS. The protocol has no acknowledgement, so a batch has a connection of its own: the receiver has read everything when it closes
 * its side in answer to ours. Ours stays open for a moment after the batch, as a receiver that closes by itself would look the same after it.
 */
export function createSyslogSink(
  target: { host: string; port: number; ca?: string | undefined },
  deps: { hosts: PinnedHosts; hostname: () => string },
): Sink {
  return {
    async deliver(batch, signal) {
      const socket = await connectTlsPinned(deps.hosts, { ...target, timeoutMs: connectMs })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      let isEnded = false
      let quiet: NodeJS.Timeout | undefined
      const end = () => {
        isEnded = true
        socket.end()
      }
      const broken = () => reject(new DeliveryError(speak('delivery.receiver_closed')))
      const stop = () => {
        reject(new DeliveryError(speak('delivery.receiver_late')))
        socket.destroy()
      }
      socket.on('error', reject)
      signal.addEventListener('abort', stop)
      if (signal.aborted) stop() // while it was being connected
      socket.once('end', () => (isEnded ? resolve() : broken()))
      socket.once('close', broken)
      socket.resume()
      const frames = batch.events.map((event) => frameOf(messageOf(event, deps.hostname()))).join('')
      socket.write(frames, () => (quiet = setTimeout(end, quietMs)))
      try {
        await promise
      } finally {
        signal.removeEventListener('abort', stop)
        clearTimeout(quiet)
        socket.destroy()
      }
    },
  }
}
