import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import type { KeyOrder } from './key-orders.ts'

/** What of the vault is to be seen. */
export interface KeyView {
  query: string
  /** Only keys with this tag; empty: with any or none. */
  tag: string
  onlyFavourites: boolean
  order: KeyOrder
}

type AnyKey = OwnKey | SharedKey

/** Case and accents do not matter to who searches. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const textOf = (key: AnyKey) =>
  plain([key.name, key.issuer, key.account, ...key.tags, 'shared_by' in key ? key.shared_by.name : ''].join('\n'))

/** The keys of `view`, favourites first. Every word of the query has to be somewhere in name, issuer, account, tags or the sharer's name. */
export function browseKeys<Key extends AnyKey>(keys: readonly Key[], { query, tag, onlyFavourites, order }: KeyView): Key[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const seen = keys.filter((key) => {
    if (onlyFavourites && !key.favourite) return false
    if (tag !== '' && !key.tags.includes(tag)) return false
    if (words.length === 0) return true
    const text = textOf(key)
    return words.every((word) => text.includes(word))
  })
  const compare = comparisons[order]
  return seen.sort((one, other) => Number(other.favourite) - Number(one.favourite) || compare(one, other))
}

const { compare: alphabetically } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const comparisons: Record<KeyOrder, (one: AnyKey, other: AnyKey) => number> = {
  // As the server lists them; sorting keeps equals in their order.
  added: () => 0,
  newest: (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  name: (one, other) => alphabetically(one.name, other.name),
  issuer: (one, other) => alphabetically(one.issuer ?? one.name, other.issuer ?? other.name) || alphabetically(one.name, other.name),
}

/** Every tag that is used, in alphabetical order. */
export function tagsOf(keys: readonly AnyKey[]): string[] {
  return [...new Set(keys.flatMap((key) => key.tags))].sort(alphabetically)
}
