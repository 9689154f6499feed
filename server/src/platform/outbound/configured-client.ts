import { createOutboundClient } from './outbound-client.ts'
import type { OutboundClient, OutboundTimeouts } from './outbound-client.ts'
import { createPinnedHosts } from './pinned-host.ts'
import type { PinnedHosts } from './pinned-host.ts'
import { placeOf } from './require-reachable.ts'

/** Hosts for a server that the configuration names: that one may be in a private network, others only where they are `allowed`. */
export const hostsFor = (host: string, allowed: readonly string[] = []): PinnedHosts => createPinnedHosts({ allowed: [...allowed, host] })

/**
 * For an address of the configuration. Whoever runs the installation chose it, so it may be private and, where the configuration takes such an
 * address at all, without TLS. Whatever else a server there names gets no such trust.
 */
export function createConfiguredClient(address: string, allowed: readonly string[] = [], timeouts?: OutboundTimeouts): OutboundClient {
  const url = new URL(address)
  return createOutboundClient({
    hosts: hostsFor(placeOf(address).host, allowed),
    ...(url.protocol === 'http:' ? { plainOrigin: url.origin } : {}),
    ...(timeouts === undefined ? {} : { timeouts }),
  })
}
