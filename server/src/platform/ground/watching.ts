import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { serveHealth } from '../http/health.ts'
import { measureRequests } from '../http/metrics.ts'
import { createHttpServer } from '../http/server.ts'
import type { Log } from '../log.ts'
import { sample } from '../metrics/catalogue.ts'
import type { Sample } from '../metrics/catalogue.ts'
import type { createNodes } from '../nodes.ts'

export interface WatchingDeps {
  server: FastifyInstance
  config: Pick<Config, 'metricsToken' | 'metricsPort' | 'metricsHost' | 'roles'>
  version: string
  nodes: Pick<ReturnType<typeof createNodes>, 'id' | 'proveWritable'>
  /** The same on every node, so one that differs stands out. */
  auditKey: { publicKey: string; fingerprint: string }
  figures: { read: () => Promise<Sample[]> }
  isStopping: () => boolean
  log: Log
}

/** `/livez`, `/readyz` and `/metrics`, on the application's port and on one of their own. */
export async function createWatching({ server, config, version, nodes, auditKey, figures, isStopping, log }: WatchingDeps) {
  const own = [
    sample('twofold_build_info', { version, node: nodes.id, roles: config.roles.join(',') }, 1),
    sample('twofold_audit_key_info', { fingerprint: auditKey.fingerprint, public_key: auditKey.publicKey }, 1),
  ]
  async function read(): Promise<Sample[]> {
    try {
      return [...own, ...(await figures.read())]
    } catch (error) {
      // What this node can say of itself is worth most while the database is away.
      log.debug({ err: error }, 'the figures of the installation cannot be read')
      return own
    }
  }
  const scrape = config.metricsToken === undefined ? async () => '' : await measureRequests(server, read)
  const health = { checkDatabase: () => nodes.proveWritable(), isStopping, metricsToken: config.metricsToken, scrape }
  serveHealth(server, health)
  if (config.metricsPort === undefined) return { listen: () => Promise.resolve(undefined), close: () => Promise.resolve() }
  const side = await createHttpServer({ log, trustedProxies: [], isHttps: () => false })
  serveHealth(side, health)
  const { metricsPort: port, metricsHost: host } = config
  return { listen: () => side.listen({ port, host }), close: () => side.close() }
}
