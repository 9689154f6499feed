import { asciiDomain } from '@twofold/contract/email-address'
import { plainText } from '@twofold/contract/plain-text'
import { type RawBuilder, sql } from 'kysely'

/** A text as lists search and order it: without case and accents. Indexes have this expression. */
export const plain = (text: RawBuilder<unknown> | string) => sql<string>`plain_text(${typeof text === 'string' ? sql.ref(text) : text})`

/** A LIKE pattern for texts that contain `text`. Its own `%`, `_` and `\` mean only themselves. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** LIKE patterns for plain texts that contain `text`: as it was typed, or with its domain as addresses are stored. */
export function containsPatterns(text: string): string[] {
  const domain = text.slice(text.lastIndexOf('@') + 1)
  const stored = text.slice(0, text.length - domain.length) + asciiDomain(domain)
  return [...new Set([text, stored].map((each) => containing(plainText(each))))]
}

/** Whether a plain text contains `search`, or matches one of the patterns where these are known later. */
export const contains = (text: RawBuilder<string>, search: string | RawBuilder<string[]>) =>
  sql<boolean>`${text} like any(${typeof search === 'string' ? containsPatterns(search) : search}::text[])`

/** Whether somebody who is not deleted, and is `users`, is found by their name or address, in the small rows that have these in plain letters. */
export const isFound = (search: string) =>
  sql<boolean>`users.id in (select texts.user_id from searched_people texts where not texts.is_deleted and ${contains(sql`texts.text`, search)})`
