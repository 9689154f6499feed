import { type EntrySource, readEach } from './entry-source.ts'
import { type Fields, fieldsOf, listOf, parseJson } from './json.ts'
import { isMigrationLink, type MigrationPart, readMigrationLink } from './otpauth-migration.ts'
import { readEntry, readEntryLink, type ReadEntry, textOf } from './read-entry.ts'
import { TransferError } from './transfer-failure.ts'

/** The automatic backup of Ente Auth has its links in quotes. */
export const isLinkList = (text: string) => /^\s*(?:#.*\s+)*"?(?:otpauth(?:-migration)?|steam):\/\//i.test(text)

/**
 * One link in a line; what is no link is passed over when it is empty or a comment, and refused otherwise. The links of a Google
 * Authenticator export are put aside: each is a part of something that may not be whole yet.
 */
export function readLinkList(text: string): { source: EntrySource; parts: MigrationPart[] } {
  const parts: MigrationPart[] = []
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replace(/^"(.*)"$/, '$1'))
  const links = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const source = readEach(links, (link) => {
    if (!isMigrationLink(link)) return readEnteLink(link) ?? [readLink(link)]
    const part = readMigrationLink(link)
    if (!part) throw new TransferError('damaged')
    parts.push(part)
    return []
  })
  return { source, parts }
}

/** A link on its own; `besides` is what the file says beside it. */
export function readLink(link: string, besides: { name?: unknown; account?: unknown; tags?: unknown; note?: unknown } = {}): ReadEntry {
  const { account, ...rest } = besides
  // As Bitwarden and Proton write the keys of Steam.
  const steam = /^steam:\/\/([^/?#]+)$/i.exec(link.trim())?.[1]
  if (steam !== undefined) return readEntry({ ...rest, kind: 'steam', secret: steam, issuer: textOf(rest.name) || 'Steam', account })
  return readEntryLink(link, rest)
}

/** Ente Auth writes tags, note and whether the key is in its trash into a parameter of its own. Undefined for links of other applications. */
function readEnteLink(link: string): readonly ReadEntry[] | undefined {
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1).replaceAll('#', '%23'))
  const display = query.get('codeDisplay')
  if (display === null) return undefined
  const { tags, note, trashed } = fieldsOf(parseJson(display))
  return trashed === true ? [] : [readEntryLink(link, { tags, note })]
}

export const isProton = (file: Fields) => 'entries' in file && Array.isArray(file['entries']) && 'version' in file

/** The export of Proton Authenticator. Its `name` is the account; the link names the service. */
export function readProton(file: Fields): EntrySource {
  return readEach(listOf(file['entries']), (entry) => {
    const { uri, name } = fieldsOf(entry['content'])
    return [readLink(textOf(uri), { account: name, note: entry['note'] })]
  })
}

/** Entries of Raivo name their period `timer`, and have all numbers as text. */
export const isRaivo = (entry: Fields) => 'secret' in entry && 'kind' in entry && 'timer' in entry

export const readRaivo = (entries: readonly Fields[]): EntrySource =>
  readEach(entries, ({ kind, secret, issuer, account, algorithm, digits, timer, counter }) => [
    readEntry({ kind, secret, issuer, account, algorithm, digits, period: timer, counter }),
  ])
