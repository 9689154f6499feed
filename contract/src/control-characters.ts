/** Rejects control characters, which would end up in e-mail headers, logs and terminals, and NUL, which PostgreSQL cannot store. */
export function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}
