import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { plainText } from '@twofold/contract/plain-text'
import { describingFields, textsIn } from './description-fields.ts'
import type { KeyOrder, KeyOrigin } from './key-orders.ts'

/** Filters and order of the vault. */
export interface KeyView {
  query: string
  /** Only keys with one of these tags; empty: all keys. */
  tags: readonly string[]
  /** Only keys of the group with this id; empty: all. */
  group: string
  onlyFavourites: boolean
  /** Only own keys, or only other people's; empty: both. */
  only: KeyOrigin | ''
  order: KeyOrder
}

type AnyKey = OwnKey | SharedKey

interface Searchable {
  name: string
  text: string
  /** A word of the query has to be at the beginning of one of these. */
  values: string[]
}

/** The texts of a key in all fields that are searched in this way. */
const textsFor = (search: 'anywhere' | 'beginning', key: AnyKey): string[] =>
  describingFields.filter((field) => field.search === search).flatMap(({ name }) => textsIn(key, name))

// Thousands of keys are searched for every letter that is typed.
const searchables = new WeakMap<AnyKey, Searchable>()

function searchableOf(key: AnyKey): Searchable {
  const known = searchables.get(key)
  if (known) return known
  const sharer = 'shared_by' in key ? key.shared_by.name : ''
  const name = plainText(key.name)
  const text = [name, plainText([key.issuer, key.account, sharer, ...textsFor('anywhere', key)].join('\n'))].join('\n')
  const made = { name, text, values: textsFor('beginning', key).map(plainText) }
  searchables.set(key, made)
  return made
}

/**
 * The keys of `view`, favorites first. Every word of the query has to be somewhere in name, issuer, account or the sharer's name, or at the
 * beginning of a tag. Names that begin with the query come before all others.
 */
export function browseKeys<Key extends AnyKey>(
  keys: readonly Key[],
  { query, tags: wantedTags, group, onlyFavourites, only, order }: KeyView,
): Key[] {
  const wanted = plainText(query).trim()
  const words = wanted.split(/\s+/).filter(Boolean)
  const seen = keys.filter((key) => {
    if (onlyFavourites && !key.favourite) return false
    if (only !== '' && (only === 'shared') !== 'shared_by' in key) return false
    if (group !== '' && !key.groups?.some(({ id }) => id === group)) return false
    if (wantedTags.length > 0 && !wantedTags.some((tag) => key.tags.includes(tag))) return false
    if (words.length === 0) return true
    const { text, values } = searchableOf(key)
    return words.every((word) => text.includes(word) || values.some((one) => one.startsWith(word)))
  })
  const compare = comparisons[order]
  const begins = (key: AnyKey) => Number(wanted !== '' && searchableOf(key).name.startsWith(wanted))
  return seen.sort((one, other) => begins(other) - begins(one) || Number(other.favourite) - Number(one.favourite) || compare(one, other))
}

const { compare: alphabetically } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const comparisons: Record<KeyOrder, (one: AnyKey, other: AnyKey) => number> = {
  // The server's order; sorting is stable.
  added: () => 0,
  newest: (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  name: (one, other) => alphabetically(one.name, other.name),
  issuer: (one, other) => alphabetically(one.issuer ?? one.name, other.issuer ?? other.name) || alphabetically(one.name, other.name),
}

/** Every tag that is used, in alphabetical order. */
export function tagsOf(keys: readonly AnyKey[]): string[] {
  return [...new Set(keys.flatMap((key) => key.tags))].sort(alphabetically)
}

/** Known tags in an address, separated by commas. A tag that contains a comma can only be given alone. */
export function tagsIn(text: string, known: ReadonlyMap<string, unknown>): string[] {
  return known.has(text) ? [text] : text.split(',').filter((tag) => known.has(tag))
}
