import { msg } from '@lingui/core/macro'
import { decodeBase32 } from '@twofold/contract/base32'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, parseJson } from '../opening/json.ts'
import { isMigrationLink, type MigrationPart, readMigrationLink } from '../entries/otpauth-migration.ts'
import { readEntry, readEntryLink, type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat, SourceFile } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { refuseCutLinks } from './cut-short.ts'
import { secretFrom } from './secret-in.ts'

/** The automatic backup of Ente Auth has its links in quotes. */
const isLinkList = (text: string) =>
  /^\s*(?:(?:#|\/\/)[^\r\n]*[\r\n]\s*){0,1000}"?(?:(?:apple-)?otpauth|otpauth-migration|steam|motp):\/\//i.test(text)

const isEnteList = (text: string) => isLinkList(text) && /[?&]codeDisplay=/.test(text)
const isMigrationList = (text: string) => isLinkList(text) && /^\s*(?:#[^\r\n]*[\r\n]\s*){0,1000}"?otpauth-migration:/i.test(text)

/**
 * One link per line; other lines are skipped if empty or a comment, and refused otherwise. Links of a Google Authenticator export are put aside: each
 * is a part of an export that may be incomplete.
 */
export const readLinkList = (text: string): FormatReading => readLinks(inOrder(linksIn(text)))

function linksIn(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replace(/^"(.*)"[,;]?$/, '$1'))
  const others = lines.filter((line) => line !== '' && !/^(?:#|\/\/)/.test(line))
  return others.flatMap((line) => (/^otpauth/i.test(line) ? line.split(/(?<![\s,;])[\s,;]+(?=otpauth(?:-migration)?:\/\/)/i) : line))
}

/** The same for a file, which may have been truncated. */
function readLinkFile({ text = '' }: SourceFile): FormatReading {
  const found = linksIn(text)
  refuseCutLinks(text, found)
  return readLinks(inOrder(found))
}

/** Ente Auth writes the place of a key beside it, once somebody moved one. */
function inOrder(links: readonly string[]): readonly string[] {
  const placed = links.map((link) => ({ link, place: Number(readEnteDisplay(link)?.['position'] ?? 0) }))
  return placed.every(({ place }) => !(place > 0))
    ? links
    : placed.toSorted((one, other) => one.place - other.place).map(({ link }) => link)
}

function readLinks(links: readonly string[]): FormatReading {
  const parts: MigrationPart[] = []
  const source = readEach(links, (link) => {
    if (!isMigrationLink(link)) return readEnteLink(link) ?? [readLink(link)]
    const part = readMigrationLink(link)
    if (!part) throw new TransferError('damaged')
    parts.push(part)
    return []
  })
  return { source, parts }
}

export interface BesideLink {
  name?: unknown
  /** Data that the link itself lacks. */
  issuer?: unknown
  account?: unknown
  tags?: unknown
  note?: unknown
  favourite?: unknown
  icon?: unknown
}

/** A single link; `fileData` has the file's other data about it. */
export function readLink(copied: string, fileData: BesideLink = {}): ReadEntry {
  const link = tidy(copied)
  const { issuer, account, ...rest } = fileData
  // Bitwarden's and Proton's format for Steam keys.
  const steam = /^steam:\/\/([^/?#]+)\/?$/i.exec(link.trim())?.[1]
  if (steam === undefined) return readEntryLink(link, { icon: iconIn(copied), ...fileData })
  return readEntry({ ...rest, kind: 'steam', secret: steam, issuer: textOf(issuer) || textOf(rest.name) || 'Steam', account })
}

const known = /^(?:(?:secret|issuer|algorithm|digits|period|counter|encoder)=|steam(?:=|$))/i
const isIssuer = (parameter: string) => /^issuer=/i.test(parameter)
const isEmpty = /^(?:issuer|algorithm|digits|period|counter)=$/i

/**
 * Repairs links of other applications: with the scheme of Apple's passwords, copied out of HTML (`&amp;` would rename the next parameter, which would
 * be ignored, and the codes would be wrong), with empty, repeated or proprietary parameters: WinAuth puts all of Steam's data about an account into
 * one. Of several issuers the first counts. The browser extension Authenticator numbers the kinds. KeePassXC calls an
 * account without a name "none", and Ente Auth once wrote hashes as its source calls them.
 */
function tidy(copied: string): string {
  const link = copied
    .trim()
    .replace(/^apple-otpauth:/i, 'otpauth:')
    .replaceAll('&amp;', '&')
    .replace(/^otpauth:\/\/([12])\//i, (_, kind) => `otpauth://${kind === '1' ? 'totp' : 'hotp'}/`)
    .replace(/^(otpauth:\/\/totp\/[^/?:]*:)none\?/i, '$1?')
    .replace(/([?&]algorithm=)Algorithm\./i, '$1')
  const at = link.indexOf('?')
  if (at < 0) return link
  const parameters = link
    .slice(at + 1)
    .split('&')
    .filter((parameter) => known.test(parameter) && !isEmpty.test(parameter))
  const issuer = parameters.find(isIssuer)
  return `${link.slice(0, at)}?${[...new Set(parameters)].filter((one) => one === issuer || !isIssuer(one)).join('&')}`
}

/** WinAuth writes the picture of a key into its link, in Base32. */
function iconIn(link: string): Uint8Array | undefined {
  const letters = /[?&]icon=base64(?:%3a|:)([A-Z2-7]+)/i.exec(link)?.[1]
  return letters === undefined ? undefined : decodeBase32(letters)
}

/** Whether a code field holds a link, of any scheme, rather than a secret. */
export const isLinkText = (text: string) => /^[a-z][a-z-]*:\/\//i.test(text.trim())

/** A password manager's code field: a link, or a bare secret. `fileData` names it if it does not name itself. */
export function readLinkOrSecret(text: string, fileData: BesideLink): ReadEntry {
  const issuer = textOf(fileData.issuer) || textOf(fileData.name)
  if (isLinkText(text)) return readLink(text, { ...fileData, issuer })
  // KeeOtp, and plugins after it, write the settings without a scheme, and with no other escape than that of `=`.
  const settings = /(?:^|&)key=/.test(text) ? new URLSearchParams(text.replaceAll('+', '%2B')) : undefined
  if (!settings) return readEntry({ ...fileData, kind: 'totp', secret: text, issuer })
  return readEntry({
    ...fileData,
    kind: settings.get('encoder') ?? settings.get('type') ?? 'totp',
    secret: secretFrom(settings.get('key') ?? '', settings.get('encoding') ?? 'Base32'),
    issuer,
    algorithm: settings.get('otpHashMode') ?? settings.get('algorithm'),
    digits: settings.get('size'),
    period: settings.get('step'),
    counter: settings.get('counter'),
  })
}

function readEnteDisplay(link: string): Fields | undefined {
  if (!link.includes('codeDisplay=')) return undefined
  const display = new URLSearchParams(link.slice(link.indexOf('?') + 1).replaceAll('#', '%23')).get('codeDisplay')
  return display === null ? undefined : fieldsOf(parseJson(display))
}

/** Ente Auth writes tags, note and whether the key is in its trash into a parameter of its own. Undefined for links of other applications. */
function readEnteLink(link: string): readonly ReadEntry[] | undefined {
  const display = readEnteDisplay(link)
  if (!display) return undefined
  const { tags, note, trashed, pinned } = display
  return trashed === true ? [] : [readEntryLink(tidy(link), { tags, note, favourite: pinned })]
}

export const enteLinks: ImportFormat<'Ente Auth'> = {
  name: 'Ente Auth',
  detects: ({ text = '' }) => isEnteList(text),
  reads: readLinkFile,
}

/** The text file inside the archive that this application encrypts. */
export const authenticatorPlus: ImportFormat<'Authenticator Plus'> = {
  name: 'Authenticator Plus',
  help: msg`Backup: ZIP archive or database`,
  detects: ({ name, text = '' }) => /^accounts\.txt$/i.test(name) && isLinkList(text),
  reads: readLinkFile,
}

/** WinAuth names its text file after itself, and has one name for a key, which is that of the service. */
export const winAuth: ImportFormat<'WinAuth'> = {
  name: 'WinAuth',
  help: msg`Export: text file, or ZIP archive with a password. Also winauth.xml, with or without a password.`,
  detects: ({ name, text = '' }) => /^winauth/i.test(name) && isLinkList(text),
  reads(file) {
    const { source, parts = [] } = readLinkFile(file)
    const batches = [...source.batches].map((batch) => batch.map(nameService))
    return { source: { size: source.size, batches }, parts }
  },
}

function nameService(entry: ReadEntry): ReadEntry {
  if (!entry.ok || entry.parameters.issuer !== undefined || entry.parameters.account === undefined) return entry
  const { account, ...parameters } = entry.parameters
  return { ...entry, parameters: { ...parameters, issuer: account } }
}

export const googleLinks: ImportFormat<'Google Authenticator'> = {
  name: 'Google Authenticator',
  help: msg`Transfer accounts, Export accounts: a picture of each of its QR codes. Also its database from older phones.`,
  detects: ({ text = '' }) => isMigrationList(text),
  reads: readLinkFile,
}

export const links: ImportFormat<'links'> = {
  name: 'links',
  detects: ({ text = '' }) => isLinkList(text),
  reads: readLinkFile,
}

/** Pages and notes with links in them, such as the pages that Aegis and Stratum export for printing. */
export const linksInText: ImportFormat<'links'> = {
  name: 'links',
  detects: ({ text = '' }) => /otpauth(?:-migration)?:\/\//i.test(text) && !/^\s*[[{]/.test(text),
  reads({ text = '' }) {
    const isPage = /<[a-z!/]/i.test(text)
    if (/<html\b/i.test(text) && !/<\/html>\s*$/i.test(text)) throw new TransferError('damaged')
    const found = text.match(/otpauth(?:-migration)?:\/\/[^\s"'<>`\\]+/gi) ?? []
    return readLinks([...new Set(found)].map((link) => (isPage ? link : link.replace(/(?<![.,;)])[.,;)]+$/, ''))))
  },
}
