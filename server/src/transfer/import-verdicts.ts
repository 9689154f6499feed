import {
  descriptionFields,
  descriptionNames,
  type KeyDescription,
  noDescription,
  type PartialDescription,
  tagField,
} from '@twofold/contract/key-fields'
import { mapSealed, type SealedField, sealedFields, sealedNames, type SealedTexts } from '@twofold/contract/sealed-fields'
import { keyNameField } from '@twofold/contract/keys'
import type { CallParts } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, parseOtpauth } from '@twofold/contract/otpauth'
import { keyLinkRefusal } from '@twofold/contract/hidden-characters'
import { readSite } from '@twofold/contract/sites'
import { withoutHiddenCharacters } from '@twofold/contract/without-hidden-characters'
import type { importKeys } from '@twofold/contract/transfer'
import { type Complaint, complain, complaintOfSchema } from '../platform/complaint.ts'
import { mapInBatches } from '../platform/batches.ts'

type ImportEntry = CallParts<typeof importKeys>['body']['entries'][number]

export interface ImportedKey {
  name: string
  parameters: KeyParameters
  description: KeyDescription
  /** Of its sealed fields. */
  texts: SealedTexts
  favourite: boolean
  /** Base64, not inspected yet. */
  icon: string | undefined
}

export type JudgedEntry = { verdict: 'add'; key: ImportedKey } | { verdict: 'duplicate' } | { verdict: 'refused'; reason: Complaint }

/**
 * Identity of a key: keys with the same fingerprint show the same codes. The counter is left out, since it differs as soon as one of the two is used.
 * `secret` is Base32 as `parseOtpauth` writes it.
 */
export function fingerprintOf({ kind, secret, algorithm, digits, period }: Omit<KeyParameters, 'issuer' | 'account' | 'counter'>): string {
  return [kind, secret, algorithm, digits, period].join(' ')
}

/** `known` are the fingerprints of the keys that are there, and `room` how many more there may be. */
export function judge(entries: readonly ImportEntry[], known: ReadonlySet<string>, room: number): Promise<JudgedEntry[]> {
  const seen = new Set(known)
  let left = room
  return mapInBatches(entries, (entry): JudgedEntry => {
    const read = readEntry(entry)
    if ('reason' in read) return { verdict: 'refused', reason: read.reason }
    const fingerprint = fingerprintOf(read.parameters)
    if (seen.has(fingerprint)) return { verdict: 'duplicate' }
    if (left === 0) return { verdict: 'refused', reason: complain('complaint.import_room', { maximum: limits.keysPerOwner }) }
    seen.add(fingerprint)
    left -= 1
    return { verdict: 'add', key: read }
  })
}

/** A text is never left out or shortened in silence. */
const sealedRefusals = { note: complain('complaint.import_note') } satisfies Record<SealedField, Complaint>

/** Invisible characters are removed from names: the person cannot retype them. A link in a name is refused as everywhere. */
function readEntry({ name, uri, favourite = false, icon, ...description }: ImportEntry): ImportedKey | { reason: Complaint } {
  const named = keyNameField.safeParse(withoutHiddenCharacters(name))
  if (!named.success) {
    const [issue] = named.error.issues
    return { reason: issue === undefined ? complain('complaint.import_name') : complaintOfSchema(issue) }
  }
  const link = parseOtpauth(uri)
  if (!link.ok) {
    const { failure } = link
    return { reason: complain(failure.code === 'parameter_invalid' ? `complaint.import_${failure.parameter}` : 'complaint.import_link') }
  }
  const tags = [...new Set((description.tags ?? []).map(withoutHiddenCharacters))].filter((tag) => tag !== '')
  if (tags.length > limits.tagsPerKey) return { reason: complain('complaint.import_tags') }
  for (const tag of tags) {
    const [issue] = tagField.safeParse(tag).error?.issues ?? []
    if (issue) return { reason: issue.message === keyLinkRefusal ? complaintOfSchema(issue) : complain('complaint.import_tags') }
  }
  const texts = mapSealed((field) => description[field] ?? '')
  const unfit = sealedNames.find((field) => texts[field].length > sealedFields[field].max || texts[field].includes('\0'))
  if (unfit !== undefined) return { reason: sealedRefusals[unfit] }
  return { name: named.data, parameters: link.parameters, description: { ...keepRest(description), tags }, texts, favourite, icon }
}

/** An invalid field is left empty rather than refusing the whole key. */
function keepRest(sent: PartialDescription): KeyDescription {
  const kept = Object.fromEntries(
    descriptionNames.flatMap((name) => {
      const read = descriptionFields[name].sent.safeParse(sent[name])
      return read.success ? [[name, read.data]] : []
    }),
  )
  return { ...noDescription, ...kept, sites: keepSites(sent.sites ?? []) }
}

/** Normalized and without duplicates. An invalid site does not refuse the whole key. */
function keepSites(texts: readonly string[]): string[] {
  const read = texts
    .filter((text) => text.length <= limits.siteMax)
    .slice(0, limits.sitesPerKey)
    .map((text) => readSite(text))
  return [...new Set(read.flatMap((one) => ('site' in one ? [one.site] : [])))]
}
