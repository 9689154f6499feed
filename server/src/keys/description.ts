import {
  type DescriptionField,
  descriptionFields,
  descriptionNames,
  type KeyDescription,
  noDescription,
  type PartialDescription,
} from '@twofold/contract/key-fields'
import { readSite } from '@twofold/contract/sites'
import { failField } from '../platform/fail.ts'

/** Each once, as they are kept. */
function readSites(typed: readonly string[]): string[] {
  const read = typed.map((text) => readSite(text))
  const refused = read.find((one) => 'refusal' in one)
  if (refused !== undefined) throw failField(refused.refusal === 'invalid' ? 'keys.site_invalid' : 'keys.site_public_suffix', 'sites')
  return [...new Set(read.flatMap((one) => ('site' in one ? [one.site] : [])))]
}

/** A key's description as stored: fields that were not sent are left out. */
export function keepDescription(sent: PartialDescription): Partial<KeyDescription> {
  const given = Object.fromEntries(descriptionNames.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]))
  return {
    ...given,
    ...(sent.tags === undefined ? {} : { tags: [...new Set(sent.tags)] }),
    ...(sent.sites === undefined ? {} : { sites: readSites(sent.sites) }),
  }
}

export const describeNew = (sent: PartialDescription): KeyDescription => ({ ...noDescription, ...keepDescription(sent) })

/** The fields of a description, without the rest of a row. */
export const descriptionOf = (row: KeyDescription): KeyDescription =>
  Object.fromEntries(descriptionNames.map((name) => [name, row[name]])) as unknown as KeyDescription

/** Access level required to change each field. */
export const neededForDescription = Object.fromEntries(descriptionNames.map((name) => [name, descriptionFields[name].needs])) as Record<
  DescriptionField,
  'admin' | 'owner'
>
