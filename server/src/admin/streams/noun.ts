import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun } from '../../platform/ground/define-noun.ts'
import { createPinnedHosts, isListed } from '../../platform/outbound/pinned-host.ts'
import { openSink } from './open-sink.ts'
import { createSendingService } from './sending.service.ts'
import { createStreamSecrets } from './stream-secrets.ts'
import { createStreamsRepository } from './streams.repository.ts'
import { streamsRoutes } from './streams.routes.ts'
import { createStreamsService } from './streams.service.ts'
import { streamsCheck } from './streams-check.repository.ts'

/** Streams of the audit log to the outside. */
export const streams = defineNoun({
  name: 'admin/streams',
  owns: ['audit_streams', 'stream_progress'],
  metrics: 'none',
  build(ground: Ground) {
    const { config, policy, clock } = ground
    const hosts = createPinnedHosts({ allowed: config.outboundAllow })
    const shared = { ...ground, streams: createStreamsRepository, secrets: createStreamSecrets(ground.crypto), hosts }
    const service = createStreamsService({ ...shared, isListed: (host) => isListed(host, config.outboundAllow) })
    const tools = { hosts, hostname: () => new URL(policy.address).hostname, folder: config.dataDir, clock }
    const sending = createSendingService({ ...shared, openSink: (id, target, secret) => openSink(id, target, secret, tools) })
    return {
      offers: { streams: sending },
      routes: (app) => streamsRoutes(app, service),
      jobs: 'none',
      events: 'none',
      hears: 'none',
      deletion: 'none',
      retention: 'none',
      health: [streamsCheck],
      running: { start: ({ work }) => work && sending.start(), finish: sending.stop },
    }
  },
})
