import { cutText } from '@twofold/contract/cut-text'
import type { StreamTarget } from '@twofold/contract/admin/streams'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { DeliveryError, deliverSome, type Sink } from './stream-batch.ts'
import { speak } from '../../platform/spoken.ts'
import { type StreamSecrets, targetOf } from './stream-secrets.ts'
import type { ClaimedStream, StreamsRepository } from './streams.repository.ts'
import { createWorkerLoop } from '../../platform/worker-loop.ts'

/** Rows read at once. */
const batchSize = 200
/** Milliseconds between two looks for rows to be sent. */
const lookEveryMs = 2_000
/** Milliseconds that a receiver has for a batch; less than the lease. */
const batchMs = 45_000

export interface SendingServiceDeps {
  db: Db
  streams: (db: Db) => StreamsRepository
  secrets: StreamSecrets
  openSink: (id: string, target: StreamTarget, secret: string | undefined) => Sink & { close(): void }
  log: Pick<Log, 'warn'>
}

/**
 * Sends the audit log to each stream, batch after batch, in the order of the chain. The cursor moves once a receiver has a batch, so a row may
 * come twice and none is left out. A receiver that is slow or away holds up nothing but its own stream.
 */
export function createSendingService(deps: SendingServiceDeps) {
  const { log } = deps
  const streams = deps.streams(deps.db)
  const underWay = new Map<string, Promise<void>>()
  const loop = createWorkerLoop({
    name: 'audit streams',
    lookEveryMs,
    log,
    trouble: 'streams of the audit log cannot be looked for now',
    async look() {
      // They continue in the background, and report their own failures.
      void (await begin())
      return lookEveryMs
    },
  })

  /** Everything that waits, as long as the receiver takes it and the lease is ours. */
  async function sendAll(stream: ClaimedStream, sink: Sink): Promise<void> {
    let sent = stream.sent_sequence
    let most = batchSize
    while (!loop.signal.aborted) {
      const batch = await deliverSome(
        await streams.listRows(sent, most),
        sink,
        AbortSignal.any([loop.signal, AbortSignal.timeout(batchMs)]),
      )
      if (batch === undefined) break
      most = batch.isCut ? batch.events.length : most
      if (!(await streams.advance({ ...stream, sent_sequence: sent }, batch.last))) return
      sent = batch.last
    }
    await streams.release(stream)
  }

  async function send(id: string): Promise<void> {
    const stream = await streams.claim(id)
    if (stream === undefined) return
    let sink: ReturnType<SendingServiceDeps['openSink']> | undefined
    try {
      sink = deps.openSink(id, targetOf(stream), deps.secrets.open(stream))
      await sendAll(stream, sink)
    } catch (error) {
      if (loop.signal.aborted) return await streams.release(stream)
      if (stream.failures === 0) log.warn({ err: error, stream: stream.name }, 'the audit log cannot be sent now')
      const { said, pauseSeconds } = error instanceof DeliveryError ? error : new DeliveryError(speak('delivery.unread'))
      await streams.putFailure(stream, cutText(said, 300), pauseSeconds)
    } finally {
      sink?.close()
    }
  }

  /** Begins with what is due and not under way here. */
  async function begin(): Promise<Promise<void>[]> {
    const due = (await streams.listDue()).filter((id) => !underWay.has(id))
    return due.map((id) => {
      const sending = send(id)
        .catch((error: unknown) => log.warn({ err: error, stream: id }, 'a stream of the audit log broke off'))
        .finally(() => underWay.delete(id))
      underWay.set(id, sending)
      return sending
    })
  }

  return {
    /** Sends what is due now, and resolves when every receiver has it or has refused it. */
    sendDue: (): Promise<void> => loop.asWorker(async () => void (await Promise.all(await begin()))),
    start: loop.start,
    async stop(): Promise<void> {
      await Promise.all([loop.stop(), ...underWay.values()])
    },
  }
}
