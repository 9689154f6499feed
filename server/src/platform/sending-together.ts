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
        // It changes once the connection is encrypted.
        const { stream } = this.connection as unknown as { stream: Writable }
        isHeld = true
        stream.cork()
        // Runs after all pending promises: statements that wait for no answer have been sent by then.
        process.nextTick(() => {
          isHeld = false
          stream.uncork()
        })
      }
      return send(...input)
    }) as typeof this.query
  }
}
