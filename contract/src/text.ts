import * as z from 'zod/mini'

/** Control characters would end up in mail headers, logs and terminals; and PostgreSQL stores no NUL. */
export function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

/** Text on one line, without blanks around it. */
export const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.refine(hasNoControlCharacters))
