import { Readable } from 'node:stream'

/** Bytes that wait for a client which does not read; with more, it has to come back and ask again. */
const mostWaiting = 64 * 1024

/** An answer that goes on: server-sent events (HTML Standard, section 9.2), one after the other. */
export class EventStream {
  readonly content = new Readable({ read: () => {} })

  /** `data` becomes JSON in one line. A client that has stopped reading is cut off. */
  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Keeps proxies from taking the connection for dead. */
  beat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    if (!this.content.destroyed) this.content.push(null)
  }

  #write(text: string): void {
    if (this.content.destroyed || this.content.readableEnded) return
    this.content.push(text)
    if (this.content.readableLength > mostWaiting) this.content.destroy()
  }
}
