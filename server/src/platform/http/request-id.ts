import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Request ids accepted from a proxy: nothing that would break a log line, or a search in one. */
const acceptable = /^[\w-]{1,64}$/

/** Whether a connection comes from a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return ({ socket: { remoteAddress = '', remoteFamily } }) =>
    isIP(remoteAddress) !== 0 && trusted.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
}

/**
 * Names a request so that its lines are found in the logs of proxy, nodes and jobs: as a trusted proxy named it in `x-request-id`, else by a
 * new name. Anybody else could pass one request off as another.
 */
export function createRequestIds(isFromProxy: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && acceptable.test(given) && isFromProxy(request) ? given : randomUUID()
  }
}
