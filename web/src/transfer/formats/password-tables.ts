import { betweenBeyond, beyond, type CsvRow } from '../containers/csv.ts'
import { readEach } from '../entry-source.ts'
import type { ImportFormat, SourceFile } from '../source-file.ts'
import { TransferError } from '../transfer-failure.ts'
import { refuseCutLinks } from './cut-short.ts'
import { readLinkOrSecret } from './links.ts'

/* Tables in which password managers export, by the names of their columns as `columnName` writes them. */

/** Of each field of a key, the columns that applications have for it. The first that holds something counts. */
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
    'uri',
    'secret',
  ],
  name: ['name', 'title', 'service', 'issuer', 'passwordname', 'account'],
  account: ['loginusername', 'username', 'login', 'user', 'email', 'account', 'loginname'],
  note: ['notes', 'note', 'extra', 'comments'],
  tags: ['folder', 'grouping', 'group', 'vault', 'tags', 'category', 'collections'],
  favourite: ['favorite', 'favourite', 'fav'],
} as const

/** Of KeePassXC, whose tables have what is in there too, below the group of the database. */
const bins = new Set(['Recycle Bin', 'Papierkorb'])

/** By columns that only this application has together. */
function table<Name extends string>(name: Name, isIts: (has: (column: string) => boolean) => boolean): ImportFormat<Name> {
  return {
    name,
    detects: ({ csv }) => csv !== undefined && isIts((column) => csv.columns.has(column)),
    reads: (file) => ({ source: readRows(file) }),
  }
}

const first = (row: CsvRow, names: readonly string[]) => names.map((name) => row.get(name) ?? '').find((text) => text.trim() !== '') ?? ''

function readRows({ csv, text = '' }: SourceFile) {
  if (!columns.totp.some((name) => csv?.columns.has(name))) throw new TransferError('no_codes_in_table')
  const rows = csv?.readRows() ?? []
  // A table whose last column has the links has no other sign of where it was cut.
  refuseCutLinks(
    text,
    rows.map((row) => first(row, columns.totp).trim()).filter((totp) => totp !== ''),
  )
  return readEach(rows, (row) => {
    const totp = first(row, columns.totp).trim()
    if (totp === '') return []
    const group = first(row, columns.tags)
    if (bins.has(group.split('/').at(1) ?? '')) return []
    // Folders within folders; the topmost of KeePassXC is the database.
    const tags = group.split(/[\\/;,]/).filter((tag) => tag !== '' && tag !== 'Root' && tag !== '(none)')
    const besides = { name: first(row, columns.name), account: first(row, columns.account), note: first(row, columns.note), tags }
    return [readLinkOrSecret(totp, { ...besides, favourite: first(row, columns.favourite) })]
  })
}

/** RoboForm has the key among the fields that it puts behind its last column: `TOTP KEY$,,,txt,SECRET`. */
export const roboFormTable: ImportFormat<'RoboForm'> = {
  name: 'RoboForm',
  detects: ({ csv }) => ['name', 'login', 'pwd', 'rffieldsv2'].every((column) => csv?.columns.has(column)),
  reads: ({ csv }) => ({
    source: readEach(csv?.readRows() ?? [], (row) => {
      const fields = [row.get('rffieldsv2') ?? '', ...(row.get(beyond) ?? '').split(betweenBeyond)].map((field) => field.split(','))
      const totp = fields.find(([name]) => name === 'TOTP KEY$')?.[4]?.trim() ?? ''
      const tags = (row.get('folder') ?? '').split('/').filter((tag) => tag !== '')
      const besides = { name: row.get('name'), account: row.get('login'), note: row.get('note'), tags }
      return totp === '' ? [] : [readLinkOrSecret(totp, besides)]
    }),
  }),
}

export const bitwardenTable = table('Bitwarden', (has) => has('logintotp'))
export const lastPassTable = table('LastPass', (has) => has('grouping') && has('fav'))
export const keePassTable = table('KeePass', (has) => has('group') && has('title') && has('totp'))
export const protonPassTable = table('Proton Pass', (has) => has('vault') && has('createtime'))
export const appleTable = table('Apple Passwords', (has) => has('title') && has('url') && has('otpauth') && !has('favorite'))
export const onePasswordTable = table('1Password', (has) => has('title') && (has('otpauth') || has('onetimepassword')))
export const dashlaneTable = table('Dashlane', (has) => has('otpsecret') || has('otpurl'))
/** Also of the browsers that are made of it, whose password tables have no codes. */
export const chromeTable = table(
  'Chrome',
  (has) => has('url') && has('username') && has('password') && (has('name') || has('formactionorigin')) && !has('totp'),
)
export const anyTable = table('a table', (has) => columns.totp.some(has) && columns.name.some(has))
