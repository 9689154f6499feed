import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The variables that allow hosts in private networks: for mail, and for everything else. */
export type AllowVariable = 'EMAIL_ALLOW_PRIVATE_HOSTS' | 'OUTBOUND_ALLOW'

/** The host is not on the public Internet and not allowed by the configuration. Says nothing of the address: whoever typed the host must not learn our network. */
export class HostRefusedError extends Error {
  override name = 'HostRefusedError'
  readonly code = 'EHOSTREFUSED'

  constructor(host: string, variable: AllowVariable) {
    super(`${host} is not a public host. If it is yours, list it in ${variable}.`)
  }
}

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** The only way out of the server: a host is resolved once, all its addresses are checked, and the connection goes to a checked one. */
export interface PinnedHosts {
  /** The checked addresses of a host name or an address. Throws a HostRefusedError, or what resolving throws. */
  addressesOf(host: string): Promise<readonly string[]>
  /** For `net.connect` and agents, which call it once for a connection and go exactly where it says; they do not call it for addresses. */
  lookup: LookupFunction
}

/** `allowed`: host names, addresses and ranges that may be private. `variable`: where an administrator lists more of them. */
export function createPinnedHosts(deps: { allowed: readonly string[]; variable?: AllowVariable; resolveHost?: ResolveHost }): PinnedHosts {
  const { resolveHost = resolveBySystem, variable = 'OUTBOUND_ALLOW' } = deps
  const allowedNames = new Set(deps.allowed.map(canonicalName))
  const allowedRanges = deps.allowed.map(parseRange)

  const isAllowed = (address: Address) => isGlobalUnicast(address) || allowedRanges.some((range) => isWithin(address, range))

  async function addressesOf(host: string) {
    const addresses = isIP(host) === 0 ? await resolveHost(host) : [host]
    if (addresses.length === 0) throw new HostRefusedError(host, variable)
    // One bad address condemns the name: otherwise the attempts after the first one would reach it.
    const areAllAllowed =
      allowedNames.has(canonicalName(host)) || addresses.every((address) => isAllowed(unwrapMapped(ipaddr.parse(address))))
    if (!areAllAllowed) throw new HostRefusedError(host, variable)
    return addresses
  }

  async function find(host: string, family: number) {
    const found = (await addressesOf(host)).map((address) => ({ address, family: isIP(address) }))
    const wanted = found.filter((one) => family === 0 || one.family === family)
    const [first] = wanted
    if (first === undefined) throw Object.assign(new Error(`${host} has no such address`), { code: 'ENOTFOUND' })
    return { first, wanted }
  }

  const answer = callbackify(find)
  const lookup: LookupFunction = (host, { all, family }, callback) =>
    answer(host, family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0), (error, found) => {
      if (error !== null) callback(error, '', 0)
      else if (all === true) callback(null, found.wanted)
      else callback(null, found.first.address, found.first.family)
    })

  return { addressesOf, lookup }
}

/** Whether an entry of `allowed` says so by this very name or address, or by a range that the address is in. */
export function isListed(host: string, allowed: readonly string[]): boolean {
  if (allowed.some((entry) => canonicalName(entry) === canonicalName(host))) return true
  if (isIP(host) === 0) return false
  const address = unwrapMapped(ipaddr.parse(host))
  return allowed.some((entry) => isWithin(address, parseRange(entry)))
}

const isWithin = (address: Address, range: [Address, number] | undefined) =>
  range !== undefined && range[0].kind() === address.kind() && address.match(range[0], range[1])

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address)
}

const canonicalName = (name: string) => name.trim().toLowerCase().replace(/\.$/, '')

function parseRange(entry: string): [Address, number] | undefined {
  if (isIP(entry) !== 0) {
    const address = unwrapMapped(ipaddr.parse(entry))
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  const [address = '', bits = ''] = entry.split('/')
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) ? ipaddr.parseCIDR(entry) : undefined
}

/** An IPv4 address in IPv6 clothes reaches the IPv4 host. */
function unwrapMapped(address: Address): Address {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() ? (address as ipaddr.IPv6).toIPv4Address() : address
}

const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * What is not allotted for use on the public Internet is refused, documentation ranges included. Of the forms that carry an IPv4 address in
 * an IPv6 one, NAT64 is judged by what it carries, as that is how IPv6-only networks reach public hosts; 6to4 and Teredo have no such use.
 */
function isGlobalUnicast(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast'
  if (address.match(nat64)) return isGlobalUnicast(ipaddr.fromByteArray(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalIPv6)
}
