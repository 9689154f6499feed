import * as z from 'zod/mini'

/** Control characters would end up in mail headers, logs and terminals; and PostgreSQL stores no NUL. */
export function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

/** Text on one line, without blanks around it. */
export const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.refine(hasNoControlCharacters))

/** What the database takes as JSON and as text to look for: no NUL, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
