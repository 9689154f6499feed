import { cutText } from '@twofold/contract/cut-text'

/** A server's reply for log and screen: one line, bounded. */
export function providerText(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 500 ? `${cutText(line, 499)}…` : line
}

/** Longer than any provider's ids are, and short enough for an index. */
const idLengthMax = 500

/** A provider's id for an e-mail or event. Undefined if it is missing, or cannot be stored. */
export function providerId(id: string | null | undefined): string | undefined {
  if (id === null || id === undefined || id === '' || id.length > idLengthMax || /\p{Cc}/u.test(id)) return undefined
  return id.isWellFormed() ? id : undefined
}
