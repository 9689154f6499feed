import type { Wording } from '@twofold/contract/said'
import type { bellSentences } from '@twofold/contract/sentences/bell'
import { textOf } from '@twofold/contract/sentences/sentences'

/** A notification's title and text: in English for programs, and by codes for pages in other languages. */
export function notificationWords(code: keyof typeof bellSentences, ...message: Wording[]) {
  const title = [{ code }]
  return { title: textOf(title), message: textOf(message), said: { title, message } }
}
