import { type Fields, fieldsOf, listOf } from './json.ts'
import { isMigrationLink, readMigrationLink } from './otpauth-migration.ts'
import { readEntry, readEntryLink, type ReadEntry, textOf } from './read-entry.ts'
import { TransferError } from './transfer-failure.ts'

export const isLinkList = (text: string) => /^\s*(?:#.*\s+)*(?:otpauth(?:-migration)?|steam):\/\//i.test(text)

/** One link in a line; what is no link is passed over when it is empty or a comment, and refused otherwise. */
export function readLinkList(text: string): ReadEntry[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#')).flatMap((line) => readLink(line))
}

function readLink(link: string, besides: { name?: unknown; account?: unknown; tags?: unknown; note?: unknown } = {}): ReadEntry[] {
  if (isMigrationLink(link)) return readMigration(link)
  const { account, ...rest } = besides
  // As Bitwarden and Proton write the keys of Steam.
  const steam = /^steam:\/\/([^/?#]+)$/i.exec(link.trim())?.[1]
  if (steam !== undefined) return [readEntry({ ...rest, kind: 'steam', secret: steam, issuer: textOf(rest.name) || 'Steam', account })]
  return [readEntryLink(link, rest)]
}

function readMigration(link: string): ReadEntry[] {
  const part = readMigrationLink(link)
  if (!part) throw new TransferError('damaged')
  return part.entries.map((entry) =>
    entry.ok ? readEntry(entry.parameters) : { ok: false, name: entry.issuer || entry.account, refusal: entry.refusal },
  )
}

export const isBitwarden = (file: Fields) => 'items' in file && 'encrypted' in file

/** The JSON export of Bitwarden and of its authenticator. Only what has a secret for codes is of interest; passwords are not even read. */
export function readBitwarden(file: Fields): ReadEntry[] {
  if (file['encrypted'] === true) throw new TransferError('encrypted_elsewhere')
  return listOf(file['items']).flatMap((item) => {
    const login = fieldsOf(item['login'])
    const totp = textOf(login['totp'])
    if (totp === '') return []
    const besides = { name: item['name'], account: login['username'] }
    return /^[a-z-]+:\/\//i.test(totp)
      ? readLink(totp, besides)
      : [readEntry({ ...besides, kind: 'totp', secret: totp, issuer: item['name'] })]
  })
}

export const isProton = (file: Fields) => 'entries' in file && Array.isArray(file['entries']) && 'version' in file

/** The export of Proton Authenticator. */
export function readProton(file: Fields): ReadEntry[] {
  return listOf(file['entries']).flatMap((entry) => {
    const { uri, name } = fieldsOf(entry['content'])
    return readLink(textOf(uri), { name, note: entry['note'] })
  })
}

/** Entries of Raivo name their period `timer`, and have all numbers as text. */
export const isRaivo = (entry: Fields) => 'secret' in entry && 'kind' in entry && 'timer' in entry

export const readRaivo = (entries: readonly Fields[]): ReadEntry[] =>
  entries.map(({ kind, secret, issuer, account, algorithm, digits, timer, counter }) =>
    readEntry({ kind, secret, issuer, account, algorithm, digits, period: timer, counter }),
  )
