import { type EntrySource, readEach } from './entry-source.ts'
import { type Fields, fieldsOf, listOf } from './json.ts'
import { isMigrationLink, type MigrationPart, readMigrationLink } from './otpauth-migration.ts'
import { readEntry, readEntryLink, type ReadEntry, textOf } from './read-entry.ts'
import { TransferError } from './transfer-failure.ts'

export const isLinkList = (text: string) => /^\s*(?:#.*\s+)*(?:otpauth(?:-migration)?|steam):\/\//i.test(text)

/**
 * One link in a line; what is no link is passed over when it is empty or a comment, and refused otherwise. The links of a Google
 * Authenticator export are put aside: each is a part of something that may not be whole yet.
 */
export function readLinkList(text: string): { source: EntrySource; parts: MigrationPart[] } {
  const parts: MigrationPart[] = []
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  const links = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const source = readEach(links, (link) => {
    if (!isMigrationLink(link)) return [readLink(link)]
    const part = readMigrationLink(link)
    if (!part) throw new TransferError('damaged')
    parts.push(part)
    return []
  })
  return { source, parts }
}

function readLink(link: string, besides: { name?: unknown; account?: unknown; tags?: unknown; note?: unknown } = {}): ReadEntry {
  const { account, ...rest } = besides
  // As Bitwarden and Proton write the keys of Steam.
  const steam = /^steam:\/\/([^/?#]+)$/i.exec(link.trim())?.[1]
  if (steam !== undefined) return readEntry({ ...rest, kind: 'steam', secret: steam, issuer: textOf(rest.name) || 'Steam', account })
  return readEntryLink(link, rest)
}

export const isBitwarden = (file: Fields) => 'items' in file && 'encrypted' in file

/** The JSON export of Bitwarden and of its authenticator. Only what has a secret for codes is of interest; passwords are not even read. */
export function readBitwarden(file: Fields): EntrySource {
  if (file['encrypted'] === true) throw new TransferError('encrypted_elsewhere')
  return readEach(listOf(file['items']), (item) => {
    const login = fieldsOf(item['login'])
    const totp = textOf(login['totp'])
    if (totp === '') return []
    const besides = { name: item['name'], account: login['username'] }
    const isLink = /^[a-z-]+:\/\//i.test(totp)
    return [isLink ? readLink(totp, besides) : readEntry({ ...besides, kind: 'totp', secret: totp, issuer: item['name'] })]
  })
}

export const isProton = (file: Fields) => 'entries' in file && Array.isArray(file['entries']) && 'version' in file

/** The export of Proton Authenticator. */
export function readProton(file: Fields): EntrySource {
  return readEach(listOf(file['entries']), (entry) => {
    const { uri, name } = fieldsOf(entry['content'])
    return [readLink(textOf(uri), { name, note: entry['note'] })]
  })
}

/** Entries of Raivo name their period `timer`, and have all numbers as text. */
export const isRaivo = (entry: Fields) => 'secret' in entry && 'kind' in entry && 'timer' in entry

export const readRaivo = (entries: readonly Fields[]): EntrySource =>
  readEach(entries, ({ kind, secret, issuer, account, algorithm, digits, timer, counter }) => [
    readEntry({ kind, secret, issuer, account, algorithm, digits, period: timer, counter }),
  ])
