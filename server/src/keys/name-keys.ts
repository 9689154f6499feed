import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'

const named = 3

/** As lists of keys are ordered on screens: rows of the database come in no order of their own. */
const inOrder = (names: readonly string[]): string[] => names.toSorted(new Intl.Collator('en', { numeric: true }).compare)

/** Keys in one line, as an entry of the activity list names them: without a word, since it is read in any language. */
export function nameKeys(keys: readonly string[]): string {
  const names = inOrder(keys)
  if (names.length <= named) return names.join(', ')
  return `${names.slice(0, named - 1).join(', ')}, +${names.length - named + 1}`
}

/** Names of keys in one line, for a sentence in an e-mail. */
export function wordKeys(keys: readonly string[]): string | Wording[] {
  const names = inOrder(keys)
  const [first = '', second = '', third = ''] = names
  if (names.length <= 1) return first
  if (names.length === 2) return [sentence('keys.two', { first, second })]
  if (names.length === named) return [sentence('keys.three', { first, second, third })]
  return [sentence('keys.more', { first, second, count: names.length - named + 1 })]
}
