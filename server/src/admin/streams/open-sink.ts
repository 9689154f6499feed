import { join } from 'node:path'
import { speak } from '../../platform/spoken.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamTarget } from '@twofold/contract/admin/streams'
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts'
import type { PinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { createAddressSink } from './address-sink.ts'
import { DeliveryError, type Sink } from './stream-batch.ts'
import { createBucketSink } from './bucket-sink.ts'
import { createFileSink } from './file-sink.ts'
import { createSyslogSink } from './syslog-sink.ts'

export interface OpenSinkDeps {
  hosts: PinnedHosts
  /** Host of the public address. */
  hostname: () => string
  /** Folder for files. */
  folder: string
  clock: Clock
}

const timeouts = { connect: 10_000, response: 20_000 }

/** Opens the sink for the target of a stream. Close it after sending. */
export function openSink(streamId: string, target: StreamTarget, secret: string | undefined, deps: OpenSinkDeps): Sink & { close(): void } {
  if (target.kind === 'file') return { ...createFileSink(target, join(deps.folder, 'audit-streams')), close() {} }
  const ca = target.ca
  if (target.kind === 'syslog') return { ...createSyslogSink(target, deps), close() {} }
  if (secret === undefined) throw new DeliveryError(speak('delivery.no_secret'))
  const client = createOutboundClient({ hosts: deps.hosts, timeouts, ...(ca === undefined ? {} : { ca }) })
  const tools = { client, now: () => deps.clock.now() }
  const sink =
    target.kind === 'https'
      ? createAddressSink({ url: target.url, secret, streamId }, tools)
      : createBucketSink({ ...target, secret_access_key: secret }, tools)
  return { ...sink, close: () => client.close() }
}
