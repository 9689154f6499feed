import pg from 'pg'
import type { BaseLogger } from 'pino'
import { createClient, type Connection } from './connection.ts'

const heartbeatMs = 10_000
const timeoutMs = 5_000
const longestBackoffMs = 30_000

interface Options {
  connection: Connection
  channel: string
  log: Pick<BaseLogger, 'warn'>
  onNotification: (payload: string) => void
  /** Called after each subscription: notifications in between are lost. */
  onSubscribed: () => void
}

/**
 * Listens on a connection of its own, and again whenever that breaks. In place of pg-boss's, which stops hearing a connection's errors at
 * the first one: a pooler sends a second, and that would end the process. Rejects when the first connection fails.
 */
export async function listen({ connection, channel, log, onNotification, onSubscribed }: Options): Promise<{ close: () => Promise<void> }> {
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let failures = 0

  async function subscribe() {
    const client = createClient(connection, {
      application_name: 'twofold-listen',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    current = client
    client.on('error', ({ message }) => log.warn({ reason: message }, 'the connection that listens was lost'))
    client.on('notification', ({ payload }) => payload !== undefined && onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    client.on('end', () => client === current && againLater())
    failures = 0
    timer = setTimeout(() => void checkOn(client), heartbeatMs).unref()
    onSubscribed()
  }

  /** A dead connection may give no sign of it. */
  async function checkOn(client: pg.Client) {
    try {
      await client.query('select 1')
      if (client === current && !isClosed) timer = setTimeout(() => void checkOn(client), heartbeatMs).unref()
    } catch {
      void client.end().catch(() => {})
      if (client === current) againLater()
    }
  }

  function againLater() {
    if (isClosed) return
    current = undefined
    clearTimeout(timer)
    const backoff = Math.min(longestBackoffMs, 1000 * 2 ** failures)
    failures += 1
    timer = setTimeout(() => void subscribe().catch(againLater), backoff).unref()
  }

  await subscribe()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await current?.end().catch(() => {})
    },
  }
}
