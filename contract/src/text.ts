/** Control characters would end up in mail headers, logs and terminals; and PostgreSQL stores no NUL. */
export function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}
