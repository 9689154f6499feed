import { openSink } from '../admin/streams/open-sink.ts'
import { createSendingService } from '../admin/streams/sending.service.ts'
import { createStreamSecrets } from '../admin/streams/stream-secrets.ts'
import { createStreamsRepository } from '../admin/streams/streams.repository.ts'
import { streamsRoutes } from '../admin/streams/streams.routes.ts'
import { createStreamsService } from '../admin/streams/streams.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import { createPinnedHosts, isListed } from '../platform/outbound/pinned-host.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'

export interface StreamsWiring {
  config: Pick<Config, 'dataDir' | 'outboundAllow'>
  policy: Pick<Policy, 'address'>
  db: Db
  transaction: Transaction
  crypto: Crypto
  clock: Clock
  log: Log
}

/** Streams of the audit log to the outside, wired. */
export function createStreams({ config, policy, db, transaction, crypto, clock, log }: StreamsWiring) {
  const hosts = createPinnedHosts({ allowed: config.outboundAllow })
  const secrets = createStreamSecrets(crypto)
  const service = createStreamsService({
    db,
    transaction,
    streams: createStreamsRepository,
    secrets,
    hosts,
    isListed: (host) => isListed(host, config.outboundAllow),
    clock,
  })
  const tools = { hosts, hostname: () => new URL(policy.address).hostname, folder: config.dataDir, clock }
  const sending = createSendingService({
    db,
    streams: createStreamsRepository,
    secrets,
    openSink: (id, target, secret) => openSink(id, target, secret, tools),
    log,
  })
  return { sending, serve: (app: App): void => streamsRoutes(app, service) }
}
