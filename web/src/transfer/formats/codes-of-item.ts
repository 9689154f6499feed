import { type RawEntry, readEntry, type ReadEntry } from '../entries/read-entry.ts'
import { type BesideLink, isLinkText, readLinkOrSecret } from './links.ts'

const links = /(?:apple-)?otpauth:\/\/(?:totp|hotp|steam)\b[^\s"'<>`\\]+/gi

/** Links in free text: notes, and custom fields. */
export const linksAmong = (texts: readonly unknown[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => (typeof text === 'string' ? (text.match(links) ?? []) : []))
      .map((link) => link.replace(/(?<![.,;)])[.,;)]+$/, ''))
      .filter((link) => /[?&]secret=/i.test(link)),
  ),
]

/** A secret with its settings in fields of their own, rather than in a link. */
export type CodeWithSettings = Pick<RawEntry, 'kind' | 'secret' | 'issuer' | 'account' | 'algorithm' | 'digits' | 'period' | 'counter'>

/**
 * Keys of a password manager's item: those of its code fields, then the links in its note and other fields, each secret once. Links are removed from the note:
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
  return withoutRepeats(
    [...codes, ...more].map((code) => ({
      isLink: typeof code === 'string' && isLinkText(code),
      entry: typeof code === 'string' ? readLinkOrSecret(code, data) : readEntry({ ...data, ...code }),
    })),
  )
}

/** Applications write the same secret into fields of their own. A link says all, so it counts before a field; of fields, the first one does. */
function withoutRepeats(read: readonly { isLink: boolean; entry: ReadEntry }[]): ReadEntry[] {
  const known = new Set(read.flatMap(({ isLink, entry }) => (isLink ? secretOf(entry) : [])))
  const counts = ({ isLink, entry }: (typeof read)[number]) => {
    const [secret] = secretOf(entry)
    if (isLink || secret === undefined) return true
    if (known.has(secret)) return false
    known.add(secret)
    return true
  }
  return read.filter(counts).map(({ entry }) => entry)
}

/** One secret makes two keys where one of them counts and the other goes by time. */
const secretOf = (entry: ReadEntry): string[] =>
  entry.ok ? [`${entry.parameters.kind === 'hotp' ? 'counter' : 'time'} ${entry.parameters.secret}`] : []

const withoutLinks = (note: string) =>
  note
    .replaceAll(links, '')
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
