import { createOutboundClient, type OutboundClient, type OutboundTimeouts } from './outbound-client.ts'
import { createPinnedHosts, type PinnedHosts } from './pinned-host.ts'
import { placeOf } from './require-reachable.ts'

/** Hosts for a server that the configuration names: that one may be in a private network, others only where they are `allowed`. */
export const hostsFor = (host: string, allowed: readonly string[] = []): PinnedHosts => createPinnedHosts({ allowed: [...allowed, host] })

/**
 * Client for an address in the configuration. The operator chose it, so it may be private and, if the variable allows it, without TLS. Addresses that
 * the server there refers to are not trusted like that.
 */
export function createConfiguredClient(address: string, allowed: readonly string[] = [], timeouts?: OutboundTimeouts): OutboundClient {
  const url = new URL(address)
  return createOutboundClient({
    hosts: hostsFor(placeOf(address).host, allowed),
    ...(url.protocol === 'http:' ? { plainOrigin: url.origin } : {}),
    ...(timeouts === undefined ? {} : { timeouts }),
  })
}
