import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Length of the prefix before an IPv4 address embedded in IPv6. */
const bitsBeforeIPv4 = 96

/**
 * Normalizes a network to CIDR: a single address is a network of one, and IPv4 inside IPv6 counts as IPv4. Undefined: invalid. Node.js decides what
 * an address is: the library also accepts `10.1`, and reads `010.0.0.1` as the octal 8.0.0.1, which nobody means.
 */
export function parseNetwork(text: string): string | undefined {
  const plain = text.trim()
  const [written = ''] = plain.split('/')
  const version = isIP(written)
  const range = plain.includes('/') ? plain : `${plain}/${version === 4 ? 32 : 128}`
  if (version === 0 || !ipaddr.isValidCIDR(range)) return undefined
  const [, bits] = ipaddr.parseCIDR(range)
  if (version === 4) return `${ipaddr.IPv4.networkAddressFromCIDR(range).toString()}/${bits}`
  const address = ipaddr.process(written)
  if (address.kind() === 'ipv4' && bits >= bitsBeforeIPv4) return parseNetwork(`${address.toString()}/${bits - bitsBeforeIPv4}`)
  return `${ipaddr.IPv6.networkAddressFromCIDR(range).toString()}/${bits}`
}

/** Whether an address is in one of the networks, as `parseNetwork` answers them. IPv4 inside IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0) return false
  const plain = ipaddr.process(address)
  return networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network)
    return of.kind() === plain.kind() && plain.match(of, bits)
  })
}
