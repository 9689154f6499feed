import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CsvRow } from '../containers/csv.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ReadEntry } from '../entries/read-entry.ts'
import type { ImportFormat, SourceFile } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { refuseCutLinks } from './cut-short.ts'
import { type CodeWithSettings, linksAmong, readCodes } from './codes-of-item.ts'

/* Tables in which password managers export, by the names of their columns as `columnName` writes them. */

/** Applications' columns for each field of a key. The first non-empty one counts. */
const columns = {
  totp: [
    'logintotp',
    'totp',
    'otpauth',
    'otpurl',
    'otpsecret',
    'otp',
    'onetimepassword',
    '2fasecret',
    '2fa',
    'totpkey',
    'authenticatorsecret',
    'twofactorsecret',
    'totpsecret',
    'authenticatorkey',
    'totpurl',
    'totpuri',
    'otpsecretkey',
    'twofasecret',
    'twofactorkey',
    'twofactorauthenticationkey',
    'mfasecret',
    'mfakey',
    '2fakey',
    'totpseed',
    'otpseed',
    'onetimepasswort',
    'timeotpsecretbase32',
    'hmacotpsecretbase32',
    'authtoken',
    'secretkey',
    'uri',
    'secret',
  ],
  name: [
    'name',
    'title',
    'displayname',
    'service',
    'issuer',
    'passwordname',
    'secretname',
    'servicename',
    'nickname',
    'entry',
    'label',
    'account',
    'beschreibung',
    'description',
  ],
  site: ['website', 'site', 'url'],
  issuer: ['issuer', 'service'],
  account: ['loginusername', 'username', 'login', 'loginname', 'user', 'benutzername', 'upn', 'email', 'account'],
  note: ['notes', 'note', 'extra', 'comments', 'comment', 'information', 'informationen', 'kommentare', 'additionalinfo'],
  tags: [
    'folder',
    'foldername',
    'grouping',
    'groupname',
    'group',
    'vault',
    'tags',
    'category',
    'collections',
    'organisationalunit',
    'organisationseinheit',
  ],
  favourite: ['favorite', 'favourite', 'fav', 'pinned'],
  // Beside a secret without a link, of tables and lists that scripts and small applications write.
  kind: ['otptype', 'tokentype', 'type', 'kind'],
  algorithm: [
    'algorithm',
    'algo',
    'hash',
    'digest',
    'hashalgorithm',
    'hmacalgorithm',
    'hashfunction',
    'otpalgorithm',
    'totpalgorithm',
    'timeotpalgorithm',
  ],
  digits: ['digits', 'length', 'codelength', 'otplength', 'numberofdigits', 'otpdigits', 'totpdigits', 'timeotplength', 'hmacotplength'],
  period: [
    'period',
    'timestep',
    'step',
    'interval',
    'timeinterval',
    'timer',
    'periodseconds',
    'otpperiod',
    'totpperiod',
    'totpinterval',
    'timeotpperiod',
  ],
  counter: ['counter', 'initialcounter', 'otpcounter', 'hotpcounter', 'hmacotpcounter'],
} as const

/** Columns that may hold something else than a secret for codes: one beside a link is not looked at. */
const vague: ReadonlySet<string> = new Set(['2fa', 'authtoken', 'secretkey', 'uri', 'secret'])

/** Columns that identify a table of passwords, whatever else it has. */
const passwordColumns = ['password', 'pwd', 'loginpassword', 'passwordvalue', 'passwort', 'kennwort', 'motdepasse', 'secretdata']

export const hasPasswords = ({ csv }: SourceFile) => passwordColumns.some((name) => csv?.columns.has(name))

/** Columns whose links are read wherever they are; others have the address of a page. */
const linkColumns = ['url', 'link', 'uri', 'otpauthurl', 'otpauthuri', 'keyuri']

/** KeePassXC's recycle bins, whose entries its tables include, below the group of the database. */
const bins = new Set(['Recycle Bin', 'Papierkorb'])

/** Recognized by columns that only this application combines. */
function table<Name extends string>(
  name: Name,
  isIts: (has: (column: string) => boolean) => boolean,
  help?: MessageDescriptor,
): ImportFormat<Name> {
  return {
    name,
    ...(help && { help }),
    detects: ({ csv }) => csv !== undefined && isIts((column) => csv.columns.has(column)),
    reads: (file) => ({ source: readRows(file) }),
  }
}

const first = (row: CsvRow, names: readonly string[]) => names.map((name) => row.get(name) ?? '').find((text) => text.trim() !== '') ?? ''

function readRows({ csv, text = '' }: SourceFile) {
  const hasCodes = columns.totp.some((name) => csv?.columns.has(name))
  const rows = hasCodes || linksAmong([text]).length > 0 ? (csv?.readRows() ?? []) : []
  if (!hasCodes && rows.every((row) => readRow(row).length === 0)) throw new TransferError('no_codes_in_table')
  // A table whose last column has the links has no other sign of where it was cut.
  refuseCutLinks(
    text,
    rows.map(codeOf).filter((totp) => totp !== ''),
  )
  return readEach(rows, readRow)
}

const isLink = (text: string) => /^\s*(?:(?:apple-)?otpauth|steam|motp):\/\//i.test(text)

/** A link says all, so it is better than a secret beside it. */
export function codeOf(row: CsvRow): string {
  const link = linkColumns.map((name) => row.get(name) ?? '').find(isLink)
  const code = first(row, columns.totp).trim()
  return isLink(code) ? code : (link?.trim() ?? (/^https?:/i.test(code) ? '' : code))
}

/** Columns of code fields that hold a secret other than `code`, as long as services' secrets. */
const secretColumns = (row: CsvRow, code: string) =>
  columns.totp.filter((name) => {
    const text = row.get(name)?.trim() ?? ''
    return !vague.has(name) && text !== code && /^[A-Z2-7\s=-]{16}[A-Z2-7\s=-]*$/i.test(text)
  })

/** One key, and the secrets and links in its other columns; none if the row has neither. Also for JSON with such field names. */
export function readRow(row: CsvRow): ReadEntry[] {
  const group = first(row, columns.tags)
  if (bins.has(group.split('/').at(1) ?? '')) return []
  // Folders within folders; the topmost of KeePassXC is the database.
  const tags = group.split(/[\\/;,]/).filter((tag) => tag !== '' && tag !== 'Root' && tag !== '(none)')
  const [note, favourite] = [first(row, columns.note), first(row, columns.favourite)]
  const fileData = { ...namesOf(row), note, tags, favourite }
  const code = codeOf(row)
  const column = columns.totp.find((name) => row.get(name)?.trim() === code)
  const main = code === '' || isLink(code) ? code : readBare(row, code, column)
  const more = secretColumns(row, code).map((name) => readBare(row, row.get(name)?.trim() ?? '', name))
  return readCodes([main, ...more], fileData, [...row.values()])
}

/** If there is a column for the issuer, the name is the account's. Zoho Vault has all data of a login in one column. */
function namesOf(row: CsvRow) {
  const [name, issuer] = [first(row, columns.name) || siteOf(row), first(row, columns.issuer)]
  const account = first(row, columns.account) || (/^User Name:(.*)$/im.exec(row.get('secretdata') ?? '')?.[1]?.trim() ?? '')
  const label = row.get('label')?.trim() ?? ''
  if (issuer !== '' && account === '' && name === issuer && label !== issuer) return { name, issuer, account: withoutIssuer(label, issuer) }
  if (issuer === '' || account !== '' || name === issuer) return { name, issuer: issuer || name, account }
  return { name: issuer, issuer, account: withoutIssuer(name, issuer) }
}

/** The host of an address; other addresses are no names. */
function siteOf(row: CsvRow): string {
  const site = first(row, columns.site).trim()
  return site.includes('://') ? (/^https?:\/\/(?:www\.)?([^/?#:@]+)/i.exec(site)?.[1] ?? '') : site
}

const withoutIssuer = (label: string, issuer: string) => (label.startsWith(`${issuer}:`) ? label.slice(issuer.length + 1).trim() : label)

/** A secret on its own, with the settings that other columns have. Most have none, and say by `type` what kind of item it is. */
function readBare(row: CsvRow, secret: string, column: string | undefined): string | CodeWithSettings {
  const isCounted = column === 'hmacotpsecretbase32'
  const stated = isCounted ? 'hotp' : first(row, columns.kind)
  const others = isCounted ? 'timeotp' : 'hmacotp'
  const kind = /(?:^|[^a-z])(totp|hotp|steam|motp|yandex)(?![a-z])/i.exec(stated)?.[1] ?? (/^\d+$/.test(stated.trim()) ? stated : 'totp')
  const [algorithm, digits, period, counter] = [columns.algorithm, columns.digits, columns.period, columns.counter].map((names) =>
    first(
      row,
      names.filter((name) => !name.startsWith(others)),
    ).trim(),
  )
  const isPlain = kind === 'totp' && [algorithm, digits, period].every((text) => text === '')
  return isPlain ? secret : { kind, secret, algorithm, digits, period, counter }
}

export const bitwardenTable = table('Bitwarden', (has) => has('logintotp') && has('name'))
export const lastPassTable = table('LastPass', (has) => has('grouping') && has('fav'), msg`Advanced options, Export: CSV`)
export const keePassTable = table('KeePass', (has) => has('group') && has('title') && has('totp'))
export const protonPassTable = table('Proton Pass', (has) => has('vault') && has('createtime'))
export const appleTable = table(
  'Apple Passwords',
  (has) => has('title') && has('url') && has('otpauth') && !has('favorite'),
  msg`File, Export All Passwords to File: CSV`,
)
export const onePasswordTable = table('1Password', (has) => has('title') && (has('otpauth') || has('onetimepassword')))
export const nordPassTable = table(
  'NordPass',
  (has) => has('cardholdername') && has('folder') && has('url'),
  msg`Settings, Export items: CSV, with links or keys in fields of your own`,
)
export const buttercupTable = table(
  'Buttercup',
  (has) => has('groupid') && has('groupname'),
  msg`Export: CSV. Passwords in it are not read.`,
)
export const dashlaneTable = table('Dashlane', (has) => has('otpsecret') || has('otpurl'))
/** Also for derived browsers, whose password tables have no codes. */
export const chromeTable = table(
  'Chrome',
  (has) => has('url') && has('username') && has('password') && (has('name') || has('formactionorigin')) && !columns.totp.some(has),
  msg`Its password table holds no keys for codes.`,
)
export const anyTable = table('a table', (has) => columns.totp.some(has) && [...columns.name, ...columns.account].some(has))
