import { normalizeEmail, sameAddress } from '@twofold/contract/email-address'
import type { CallInput } from '@twofold/contract/endpoint'
import { plainText } from '@twofold/contract/plain-text'
import type { Share, shareKey } from '@twofold/contract/sharing/grants'

/** A possible recipient of a key. */
export type Target =
  | { kind: 'person'; email: string; name: string | null }
  | { kind: 'group'; id: string; name: string; members: number }
  | { kind: 'service-account'; id: string; name: string }

export type ShareTarget = Pick<CallInput<typeof shareKey>['body'], 'email' | 'group_id' | 'service_account_id'>

/** The same key for the same target, however its address is written. */
export const keyOf = (target: Target) => (target.kind === 'person' ? normalizeEmail(target.email) : target.id)

export const nameOf = (target: Target) => (target.kind === 'person' ? (target.name ?? target.email) : target.name)

export function bodyOf(target: Target): ShareTarget {
  if (target.kind === 'person') return { email: target.email }
  return target.kind === 'group' ? { group_id: target.id } : { service_account_id: target.id }
}

/** The share that sharing again would change. An ended one is left out: its recipient has no access now. */
export function existingShare(shares: readonly Share[], target: Target): Share | undefined {
  return shares.find(({ is_expired: isOver, email, group, service_account: program }) => {
    if (isOver) return false
    if (target.kind === 'person') return email !== null && sameAddress(email, target.email)
    return (target.kind === 'group' ? group : program)?.id === target.id
  })
}

const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** The addresses in what was typed or pasted, as in "Ann <ann@example.org>, bo@example.org"; each once. */
export function readAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;<>()"]+/)
    .map((part) => part.replace(/^mailto:/i, '').replace(/\.+$/, ''))
    .filter(looksLikeAddress)
  return [...new Map(found.map((email) => [normalizeEmail(email), email])).values()]
}

/** The typed text so far: complete addresses, each followed by a separator, and the rest. */
export function splitTyped(text: string): { addresses: string[]; rest: string } {
  const [rest = ''] = /[^\s,;]*$/.exec(text) ?? []
  const addresses = readAddresses(text.slice(0, text.length - rest.length))
  return addresses.length > 0 ? { addresses, rest } : { addresses, rest: text }
}

/** Targets whose name or address matches the text, names that begin with it first; without a text the first ones. */
export function matching(known: readonly Target[], text: string, limit: number): Target[] {
  const wanted = plainText(text).trim()
  const texts = (target: Target) => [nameOf(target), ...(target.kind === 'person' ? [target.email] : [])].map(plainText)
  const begins = (target: Target) => texts(target).some((one) => one.split(/[\s@.]+/).some((word) => word.startsWith(wanted)))
  const found = known.filter((target) => texts(target).some((one) => one.includes(wanted)))
  return [...found.filter(begins), ...found.filter((target) => !begins(target))].slice(0, limit)
}
