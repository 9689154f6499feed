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
    if (!isMigrationLink(link)) return [readEnteLink(link) ?? readLink(link)]
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

/**
 * Ente Auth writes tags and note into a parameter of its own. Its queries are those of forms, where a plus is a blank, and a counter that it
 * leaves out is 0.
 */
function readEnteLink(link: string): ReadEntry | undefined {
  const at = link.indexOf('?')
  const query = new URLSearchParams(link.slice(at + 1).replaceAll('#', '%23'))
  const display = query.get('codeDisplay')
  if (at < 0 || display === null) return undefined
  const { tags, note } = fieldsOf(parseJson(display))
  query.delete('codeDisplay')
  if (/^otpauth:\/\/hotp\//i.test(link) && !query.has('counter')) query.set('counter', '0')
  return readEntryLink(`${link.slice(0, at)}?${query.toString().replaceAll('+', '%20')}`, { tags, note })
}

export const isBitwarden = (file: Fields) => 'encrypted' in file && ('items' in file || 'encKeyValidation_DO_NOT_EDIT' in file)

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
