import ipaddr from 'ipaddr.js'

/** A network as CIDR, in one spelling: an address alone is a network of one. Undefined: it is none. */
export function parseNetwork(text: string): string | undefined {
  const plain = text.trim()
  if (!plain.includes('/')) {
    if (!ipaddr.isValid(plain) || !isFourPart(plain)) return undefined
    const address = ipaddr.process(plain)
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
  }
  if (!ipaddr.isValidCIDR(plain) || !isFourPart(plain)) return undefined
  const [address, bits] = ipaddr.parseCIDR(plain)
  const network = address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(plain) : ipaddr.IPv6.networkAddressFromCIDR(plain)
  return `${network.toString()}/${bits}`
}

/** Whether a client's address, as it came, lies in one of them. IPv4 inside IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return false
  const client = ipaddr.process(plain)
  return networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network)
    return of.kind() === client.kind() && client.match(of, bits)
  })
}

/**
 * The library takes `10.1` for 10.0.0.1, and numbers in other bases, which nobody means who writes down a network: `010.0.0.1` would be 8.0.0.1. An IPv6
 * address may end in such parts.
 */
const isFourPart = (text: string) =>
  (text.includes(':') && !text.includes('.')) || /^([\da-f:]*:)?(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}(\/\d+)?$/i.test(text)
