import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for the public service that knows passwords from data breaches. */
export type RangeService = {
  /** For `HIBP_URL`. */
  url: string
  /** The prefixes that were asked for. */
  asked: string[]
  close(): void
}

/** Knows `breached`, by password, with how often; about `silent` ones it never answers. */
export async function startRangeService(breached: Record<string, number>, silent: string[]): Promise<RangeService> {
  const asked: string[] = []
  const known = Object.entries(breached).map(([password, count]) => ({ hash: sha1(password), count }))
  const unanswered = new Set(silent.map((password) => sha1(password).slice(0, 5)))
  const server = createServer(({ url = '' }, response) => {
    const prefix = url.split('/').at(-1) ?? ''
    asked.push(prefix)
    if (unanswered.has(prefix)) return
    response.end(known.map(({ hash, count }) => (hash.startsWith(prefix) ? `${hash.slice(5)}:${count}\r\n` : '')).join(''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/range/`, asked, close }
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
