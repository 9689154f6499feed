import type { Operations } from '@twofold/client'
import { plainText } from '@twofold/contract/plain-text'
import { isOnSite } from '@twofold/contract/sites'
import { getDomainWithoutSuffix } from 'tldts'

type Listed = Operations['listKeys']['answer']
export type Key = Listed['own_keys'][number] | Listed['shared_keys'][number]

export interface Choice {
  /** Keys whose sites include the page: they may be filled. */
  fitting: Key[]
  /** Own keys whose service is called as the domain is. Filling them takes a yes to the site first. */
  suggested: Key[]
  rest: Key[]
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether words in a row are called as the domain is: `Code Host` as `code-host.example`, but `GitHub` not as `hub.example`. */
function isCalled(name: string, domain: string): boolean {
  const words = wordsOf(name)
  return words.some((_, from) => words.some((_, to) => words.slice(from, to + 1).join('') === domain))
}

/** Whether codes of the key may be filled on a page of this origin. */
export const belongsTo = (key: Key, origin: string): boolean => (key.sites ?? []).some((site) => isOnSite(site, origin))

/** The keys that belong to a page of this origin; without an origin, none do. */
export function chooseKeys({ own_keys: own, shared_keys: shared }: Listed, origin: string | undefined): Choice {
  const keys: Key[] = [...own, ...shared]
  const fits = (key: Key) => origin !== undefined && belongsTo(key, origin)
  const isSecure = origin?.startsWith('https://') === true
  const called = wordsOf((isSecure ? getDomainWithoutSuffix(origin, { allowPrivateDomains: true }) : null) ?? '').join('')
  const isNamed = (key: Key) => called.length > 2 && [key.issuer, key.name].some((name) => name !== null && isCalled(name, called))
  const ownIds = new Set(own.map(({ id }) => id))
  const fitting = keys.filter(fits)
  const suggested = keys.filter((key) => !fits(key) && ownIds.has(key.id) && isNamed(key))
  const known = new Set([...fitting, ...suggested])
  return { fitting, suggested, rest: keys.filter((key) => !known.has(key)) }
}

/** Searches keys by a person's text. */
export function findKeys(keys: readonly Key[], text: string): Key[] {
  const wanted = plainText(text).trim()
  return keys.filter(({ name, issuer, account }) => [name, issuer, account].some((part) => plainText(part ?? '').includes(wanted)))
}
