import type { Writable } from 'node:stream'
import pg from 'pg'

/**
 * Statements sent in the same turn of the event loop share one write. `pg` writes each by itself, and each write wakes PostgreSQL's process, which
 * costs both sides more than a small statement does.
 */
export class SendingTogetherClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    let isHeld = false
    const send = this.query.bind(this) as (...input: unknown[]) => unknown
    this.query = ((...input: unknown[]) => {
      if (!isHeld) {
        // It is another one once the connection is encrypted.
        const { stream } = this.connection as unknown as { stream: Writable }
        isHeld = true
        stream.cork()
        // After all promises that go on now: what waits for none of the answers is sent by then.
        process.nextTick(() => {
          isHeld = false
          stream.uncork()
        })
      }
      return send(...input)
    }) as typeof this.query
  }
}
