import { speak, type Spoken } from '../../platform/spoken.ts'
import { HostRefusedError } from '../../platform/outbound/pinned-host.ts'
import type { LinkWithRow } from '../../platform/audit-chain/audit-chain.repository.ts'
import { ocsfEvent } from './ocsf-event.ts'

/** Consecutive rows of the chain, as they go out together. */
export interface Batch {
  first: number
  last: number
  /** Hash of the last link. It covers all rows up to that one, so batches with the same name hold the same rows. */
  hash: string
  events: { time: string; json: string }[]
}

/** Bytes of JSON; what comes after goes into the next batch. */
const largest = 512 * 1024

/** As many rows as fit, at least one. Undefined: there are none. */
function makeBatch(rows: readonly LinkWithRow[]): Batch | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const batch: Batch = { first: first.sequence, last: first.sequence, hash: first.hash, events: [] }
  let size = 0
  for (const row of rows) {
    const json = JSON.stringify(ocsfEvent(row))
    size += Buffer.byteLength(json)
    if (size > largest && batch.events.length > 0) break
    batch.events.push({ time: row.row?.happened_at ?? '-', json })
    batch.last = row.sequence
    batch.hash = row.hash
  }
  return batch
}

/** A receiver. `deliver` resolves once the receiver has the batch; whatever it rejects with, the batch is sent again. */
export interface Sink {
  deliver(batch: Batch, signal: AbortSignal): Promise<void>
}

/** Reason why a batch was not accepted, as a sentence for the screen. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'

  readonly said: Spoken
  /** Seconds that the receiver wants to be left alone. */
  readonly pauseSeconds: number

  constructor(said: Spoken, pauseSeconds = 0, options?: ErrorOptions) {
    super(said, options)
    this.said = said
    this.pauseSeconds = pauseSeconds
  }
}

/** The receiver takes no batch of this size, but may take a smaller one. */
export class BatchTooLargeError extends DeliveryError {
  override name = 'BatchTooLargeError'
}

/**
 * Delivers the beginning of `rows`, half as many each time the receiver finds it too large. `isCut`: it did. Undefined: there are no rows. Throws a
 * DeliveryError for whatever the receiver did, and for nothing else.
 */
export async function deliverSome(rows: readonly LinkWithRow[], sink: Sink, signal: AbortSignal) {
  for (let most = rows.length; ;) {
    const batch = makeBatch(rows.slice(0, most))
    if (batch === undefined) return undefined
    try {
      await sink.deliver(batch, signal)
      return { ...batch, isCut: most < rows.length }
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw new DeliveryError(explainDelivery(error), 0, { cause: error })
      if (!(error instanceof BatchTooLargeError) || batch.events.length === 1) throw error
      most = Math.ceil(batch.events.length / 2)
    }
  }
}

/** Explanation of what a sink threw. The receiver's words are withheld, and so are addresses of our network. */
export function explainDelivery(error: unknown): Spoken {
  const { code = '', name = '', cause } = error as { code?: string; name?: string; cause?: unknown }
  // The client for HTTPS passes it on as what broke the connection.
  for (const refused of [error, cause]) if (refused instanceof HostRefusedError) return refused.said
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return speak('delivery.host_unresolved')
  if (code === 'ECONNREFUSED') return speak('delivery.receiver_refuses')
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return speak('delivery.receiver_unreachable')
  if (code === 'ETOOLARGE') return speak('delivery.receiver_long')
  if (code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return speak('delivery.receiver_late')
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS_ALTNAME/.test(code)) return speak('delivery.certificate', { code })
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return speak('delivery.no_tls', { code })
  if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') return speak('delivery.file', { code })
  return code === '' || code === 'ECONNRESET' || code === 'EPIPE' ? speak('delivery.broke') : speak('delivery.broke_by', { code })
}
