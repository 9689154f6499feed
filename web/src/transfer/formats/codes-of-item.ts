import { type RawEntry, readEntry, type ReadEntry } from '../entries/read-entry.ts'
import { type BesideLink, readLinkOrSecret } from './links.ts'

const links = /(?:apple-)?otpauth:\/\/(?:totp|hotp|steam)\b[^\s"'<>`\\]+/gi

/** Links in free text: notes, and custom fields. */
export const linksAmong = (texts: readonly unknown[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => (typeof text === 'string' ? (text.match(links) ?? []) : []))
      .map((link) => link.replace(/[.,;)]+$/, ''))
      .filter((link) => /[?&]secret=/i.test(link)),
  ),
]

/** A secret with its settings in fields of their own, rather than in a link. */
export type CodeWithSettings = Pick<RawEntry, 'kind' | 'secret' | 'issuer' | 'account' | 'algorithm' | 'digits' | 'period' | 'counter'>

/**
 * Keys of a password manager's item: those of its code fields, then the links in its note and other fields. Links are removed from the note:
 * everybody with access to the key reads it, and a link contains the secret.
 */
export function readCodes(
  fieldsForCodes: readonly (string | CodeWithSettings)[],
  fileData: BesideLink,
  otherFields: readonly unknown[] = [],
): ReadEntry[] {
  const { note } = fileData
  const codes = [...new Set(fieldsForCodes.filter((code) => code !== ''))]
  // A link with blanks, already read as a whole, is found again up to its first blank.
  const more = linksAmong([note, ...otherFields]).filter((link) => !codes.some((code) => typeof code === 'string' && code.startsWith(link)))
  const bare = typeof note === 'string' && linksAmong([note]).length > 0 ? withoutLinks(note) : note
  const data = { ...fileData, note: bare }
  return [...codes, ...more].map((code) => (typeof code === 'string' ? readLinkOrSecret(code, data) : readEntry({ ...data, ...code })))
}

const withoutLinks = (note: string) =>
  note
    .replaceAll(links, '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
