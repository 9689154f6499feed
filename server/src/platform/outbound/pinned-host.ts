import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { speak, type Spoken } from '../spoken.ts'
import { isInNetworks, parseNetwork } from '../networks.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The variables that allow hosts in private networks: for e-mail, and for everything else. */
export type AllowVariable = 'EMAIL_ALLOW_PRIVATE_HOSTS' | 'OUTBOUND_ALLOW'

/** The host is neither public nor allowed by the configuration. The error leaves out the address: it must not reveal our network to users. */
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
  /** For `net.connect` and agents, which call it once per connection and connect exactly to its answer; they do not call it for addresses. */
  lookup: LookupFunction
}

/** `allowed`: host names, addresses and ranges that may be private. `variable`: the setting through which an administrator allows more. */
export function createPinnedHosts(deps: { allowed: readonly string[]; variable?: AllowVariable; resolveHost?: ResolveHost }): PinnedHosts {
  const { resolveHost = resolveBySystem, variable = 'OUTBOUND_ALLOW' } = deps
  const allowed = createListing(deps.allowed)

  async function addressesOf(host: string) {
    const addresses = isIP(host) === 0 ? await resolveHost(host) : [host]
    if (addresses.length === 0) throw new HostRefusedError(host, variable)
    // One forbidden address rejects the whole name: otherwise a later attempt would reach it.
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

/** Whether `allowed` contains this very name or address, or a range with the address. */
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
 * Refuses addresses that are not allotted for the public Internet, including documentation ranges. Of IPv6 forms that embed an IPv4 address, NAT64 is
 * judged by the embedded one, since IPv6-only networks reach public hosts that way; 6to4 and Teredo have no such use.
 */
function isGlobalUnicast(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast'
  if (address.match(nat64)) return isGlobalUnicast(ipaddr.fromByteArray(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalIPv6)
}
