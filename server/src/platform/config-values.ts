import { isIP } from 'node:net'
import { emailField } from '@twofold/contract/accounts'
import * as z from 'zod'
import { addressesOf } from './database-hosts.ts'
import { parseNetwork } from './networks.ts'

/* Schemas for environment variables; each message completes a sentence that begins with the variable's name. */

export const text = z.string().trim().min(1)

export const booleanText = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false')
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value))

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)

export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://vault.example.org', abort: true })
  .refine((value) => new URL(value).pathname === '/', 'must be an address without a path, such as https://vault.example.org')
  .transform((value) => new URL(value).origin)

const oneDatabase = z.url({ protocol: /^postgres(ql)?$/ })

/** One host, or several of which one is the primary. */
export const databaseAddress = text.refine(
  (value) => addressesOf(value).every((address) => oneDatabase.safeParse(address).success),
  'must be an address such as postgres://user:password@host:5432/twofold',
)

/** An unencrypted answer could come from anybody; on the local machine it does not travel. */
export function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Proofs of identity must be encrypted in transit; on the local machine they do not travel. */
export const issuerAddress = z
  .url({ protocol: /^https?$/, error: 'must be the address of an issuer, such as https://id.example.org', abort: true })
  .refine(isSafeAddress, 'must be an https address; http is only for an issuer on this machine')

/** A host name or an address, with a port where it is not 123. */
export function readTimeServer(text: string): { host: string; port: number } | undefined {
  const [, inBrackets, bare, digits] = /^(?:\[([^\]]+)\]|([^:]+|[^[\]]*:[^[\]]*:[^[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = inBrackets ?? bare ?? ''
  const port = digits === undefined ? 123 : Number(digits)
  const isHost = inBrackets === undefined ? isIP(host) !== 0 || hostName.test(host) : isIP(host) === 6
  return isHost && port > 0 && port < 65_536 ? { host, port } : undefined
}

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/** The last label must not be a number, as in a mistyped address. */
const hostName = /^(?!.*(^|\.)\d+\.?$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i

export const isHostName = (text: string): boolean => hostName.test(text)

/** A list of addresses, ranges and other entries that pass `isAllowed`. Names the first invalid entry, which is hard to spot in a long list. */
export function listOf(what: string, isAllowed: (entry: string) => boolean = () => false) {
  const isGood = (entry: string) => parseNetwork(entry) !== undefined || isAllowed(entry)
  function error({ input }: { input: unknown }) {
    const wrong = (input as string[]).find((entry) => !isGood(entry)) ?? ''
    const why = leadingZero.test(wrong) ? ': the numbers of an address have no leading zeros' : ''
    return `must be a comma-separated list of ${what}. ${wrong} is none of these${why}`
  }
  return list.refine((entries) => entries.every(isGood), { error })
}

/** A leading zero in an IPv4 address: some programs read `010` as 10, others as 8. */
const leadingZero = /\b0\d+\.|\.0\d+\b/

/** `Name <address>` or an address. */
export function readMailbox(text: string): { address: string; name: string | null } | undefined {
  const [, name, inBrackets] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? []
  const address = emailField.safeParse(inBrackets ?? text).data
  const shown = name?.replace(/^"(.*)"$/, '$1') ?? ''
  return address === undefined || /\p{Cc}/u.test(shown) ? undefined : { address, name: shown === '' ? null : shown }
}
