import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { speak, type Spoken } from '../spoken.ts'
import { isInNetworks, parseNetwork } from '../networks.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The variables that allow hosts in private networks: for mail, and for everything else. */
export type AllowVariable = 'EMAIL_ALLOW_PRIVATE_HOSTS' | 'OUTBOUND_ALLOW'

/** The host is not on the public Internet and not allowed by the configuration. Says nothing of the address: whoever typed the host must not learn our network. */
export class HostRefusedError extends Error {
  override name = 'HostRefusedError'
  readonly code = 'EHOSTREFUSED'

  readonly host: string
  readonly variable: AllowVariable

  readonly said: Spoken

  constructor(host: string, variable: AllowVariable) {
    const said = speak('complaint.host', { host, variable })
    super(said)
    this.said = said
    this.host = host
    this.variable = variable
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
  const allowed = createListing(deps.allowed)

  async function addressesOf(host: string) {
    const addresses = isIP(host) === 0 ? await resolveHost(host) : [host]
    if (addresses.length === 0) throw new HostRefusedError(host, variable)
    // One bad address condemns the name: otherwise the attempts after the first one would reach it.
    const areAllAllowed =
      allowed.hasName(host) || addresses.every((address) => isGlobalUnicast(ipaddr.process(address)) || allowed.hasAddress(address))
    if (!areAllAllowed) throw new HostRefusedError(host, variable)
    return addresses
  }

  async function find(host: string, family: number) {
    const found = (await addressesOf(host)).map((address) => ({ address, family: isIP(address) }))
    const wanted = found.filter((one) => family === 0 || one.family === family)
    const [first] = wanted
    if (first === undefined) throw Object.assign(new Error(speak('delivery.host_unknown', { host })), { code: 'ENOTFOUND' })
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
  const { hasName, hasAddress } = createListing(allowed)
  return hasName(host) || hasAddress(host)
}

function createListing(entries: readonly string[]) {
  const names = new Set(entries.map(canonicalName))
  const networks = entries.map((entry) => parseNetwork(entry)).filter((network) => network !== undefined)
  return {
    hasName: (host: string) => names.has(canonicalName(host)),
    hasAddress: (address: string) => isInNetworks(address, networks),
  }
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address)
}

const canonicalName = (name: string) => name.toLowerCase().replace(/\.$/, '')

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
