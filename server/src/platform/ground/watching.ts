import { serveHealth } from '../http/health.ts'
import { measureRequests } from '../http/metrics.ts'
import { createHttpServer } from '../http/server.ts'
import { sample } from '../metrics/catalogue.ts'
import type { Sample } from '../metrics/catalogue.ts'
import { defineNoun } from './define-noun.ts'
import type { Ground } from './ground.ts'

interface Needs {
  installationFigures: { read: () => Promise<Sample[]> }
}

/** `/livez`, `/readyz` and `/metrics`, on the application's port and on one of their own. After the noun that counts the figures. */
export const watching = defineNoun({
  name: 'platform/watching',
  owns: 'none',
  async build(ground: Ground, { installationFigures }: Needs) {
    const { config, leaving, log, nodes, server } = ground
    const scrape =
      config.metricsToken === undefined ? async () => '' : await measureRequests(server, figuresOf(ground, installationFigures.read))
    const health = {
      checkDatabase: () => nodes.proveWritable(),
      isStopping: () => leaving.signal.aborted,
      metricsToken: config.metricsToken,
      scrape,
    }
    const { metricsPort: port, metricsHost: host } = config
    const side = port === undefined ? undefined : await createHttpServer({ log, trustedProxies: [], isHttps: () => false })
    const listen = async () => (port === undefined ? undefined : side?.listen({ port, host }))
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
      running: { release: () => side?.close() },
    }
  },
})

/** Metrics of this node and of the installation. The audit key is the same on every node, so a different one is easy to spot. */
function figuresOf({ auditChain, config, log, nodes, version }: Ground, read: () => Promise<Sample[]>): () => Promise<Sample[]> {
  const { fingerprint, publicKey } = auditChain.signer
  const own = [
    sample('twofold_build_info', { version, node: nodes.id, roles: config.roles.join(',') }, 1),
    sample('twofold_audit_key_info', { fingerprint, public_key: publicKey }, 1),
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
