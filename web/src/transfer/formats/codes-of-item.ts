import type { ReadEntry } from '../entries/read-entry.ts'
import { type BesideLink, readLinkOrSecret } from './links.ts'

const links = /(?:apple-)?otpauth:\/\/(?:totp|hotp|steam)\b[^\s"'<>`\\]+/gi

/** What stands in texts that people write themselves: notes, and fields of their own. */
export const linksAmong = (texts: readonly unknown[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => (typeof text === 'string' ? (text.match(links) ?? []) : []))
      .map((link) => link.replace(/[.,;)]+$/, ''))
      .filter((link) => /[?&]secret=/i.test(link)),
  ),
]

/**
 * The keys of an item of a password manager: those of its fields for codes, then the links in its note and in its other fields. A note loses its
 * links: everybody with whom the key is shared reads it, and a link holds the secret.
 */
export function readCodes(fieldsForCodes: readonly string[], besides: BesideLink, otherFields: readonly unknown[] = []): ReadEntry[] {
  const { note } = besides
  const codes = [...new Set(fieldsForCodes.filter((code) => code !== ''))]
  // A link with blanks in it, which was read whole, is found again up to the first of them.
  const more = linksAmong([note, ...otherFields]).filter((link) => !codes.some((code) => code.startsWith(link)))
  const bare = typeof note === 'string' && linksAmong([note]).length > 0 ? withoutLinks(note) : note
  return [...codes, ...more].map((code) => readLinkOrSecret(code, { ...besides, note: bare }))
}

const withoutLinks = (note: string) =>
  note
    .replaceAll(links, '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
