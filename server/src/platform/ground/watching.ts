import { serveHealth } from '../http/health.ts'
import { measureRequests } from '../http/measure-requests.ts'
import { createHttpServer } from '../http/server.ts'
import { listenOn } from '../listen-on.ts'
import { createInstallationFigures } from './installation-figures.ts'
import { metricsOf, type Sample, sample } from '../metrics/metric.ts'
import { auditKeyInfo, buildInfo } from '../metrics/platform-metrics.ts'
import { defineNoun } from './define-noun.ts'
import type { Ground } from './ground.ts'

/** `/livez`, `/readyz` and `/metrics`, on the application's port and on one of their own. */
export const watching = defineNoun({
  name: 'platform/watching',
  owns: 'none',
  metrics: 'none',
  async build(ground: Ground) {
    const { config, leaving, log, nodes, server } = ground
    const scrape =
      config.metricsToken === undefined ? async () => '' : await measureRequests(server, metricsOf(ground.metrics), figuresOf(ground))
    const health = {
      checkDatabase: () => nodes.proveWritable(),
      isStopping: () => leaving.signal.aborted,
      metricsToken: config.metricsToken,
      scrape,
    }
    const { metricsPort: port, metricsHost: host } = config
    const side = port === undefined ? undefined : await createHttpServer({ log, trustedProxies: [], isHttps: () => false })
    const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }
    const listen = async () => (side === undefined || port === undefined ? undefined : listenOn(side, { port, host, names }))
    return {
      offers: { watching: { listen } },
      routes() {
        serveHealth(server, health)
        if (side !== undefined) serveHealth(side, health)
      },
      jobs: 'none',
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: { release: () => side?.close() },
    }
  },
})

/** Metrics of this node and of the installation. The audit key is the same on every node, so a different one is easy to spot. */
function figuresOf({ auditChain, config, log, nodes, version, ...ground }: Ground): () => Promise<Sample[]> {
  const { read } = createInstallationFigures(ground)
  const { fingerprint, publicKey } = auditChain.signer
  const own = [
    sample(buildInfo, { version, node: nodes.id, roles: config.roles.join(',') }, 1),
    sample(auditKeyInfo, { fingerprint, public_key: publicKey }, 1),
  ]
  return async () => {
    try {
      return [...own, ...(await read())]
    } catch (error) {
      // A node's own figures matter most while the database is down.
      log.debug({ err: error }, 'the figures of the installation cannot be read')
      return own
    }
  }
}
