import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'

const named = 3

/** Keys in one line, as an entry of the activity list names them: without a word, since it is read in any language. */
export function nameKeys(names: readonly string[]): string {
  if (names.length <= named) return names.join(', ')
  return `${names.slice(0, named - 1).join(', ')}, +${names.length - named + 1}`
}

/** Names of keys in one line, for a sentence in an e-mail. */
export function wordKeys(names: readonly string[]): string | Wording[] {
  const [first = '', second = '', third = ''] = names
  if (names.length <= 1) return first
  if (names.length === 2) return [sentence('keys.two', { first, second })]
  if (names.length === named) return [sentence('keys.three', { first, second, third })]
  return [sentence('keys.more', { first, second, count: names.length - named + 1 })]
}
