import { isIPv6 } from 'node:net'

/**
 * The address a client is counted under. The same client must not get a second count by writing its address differently:
 * IPv4 inside IPv6 becomes IPv4, and an IPv6 client counts by its /64, since it can choose the rest freely.
 */
export function canonicalAddress(address: string): string {
  const withoutZone = address.split('%')[0] ?? address
  if (!withoutZone.includes(':')) return withoutZone
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(withoutZone)) return withoutZone
  const groups = expand(withoutZone)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, also of one that ends in dotted IPv4. */
function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const plain =
    dotted === null
      ? address
      : `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((group) => Number.parseInt(group, 16))
}
