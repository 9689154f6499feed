import { encodeBase32 } from '@twofold/contract/base32'
import { fromHex } from '../bytes.ts'
import { readEach } from '../entry-source.ts'
import { anyList, type Fields, fieldsOf, isFields, listOf } from '../json.ts'
import { readEntry, type ReadEntry, textOf } from '../read-entry.ts'
import type { ImportFormat } from '../source-file.ts'
import { TransferError } from '../transfer-failure.ts'
import { readCodes } from './codes-of-item.ts'

/* Of password managers only the fields for codes are read, with their names; passwords are not looked at. */

const itemsOf = (value: unknown) => anyList(value).map(fieldsOf)

/** The JSON export of Enpass, whose fields say their type. */
export const enpass: ImportFormat<'Enpass'> = {
  name: 'Enpass',
  detects: ({ fields }) => itemsOf(fields['items']).some((item) => Array.isArray(item['fields']) && 'title' in item),
  reads({ fields }) {
    const folders = new Map(itemsOf(fields['folders']).map(({ uuid, title }) => [uuid, title]))
    return {
      source: readEach(listOf(fields['items']), (item) => {
        if (Number(item['trashed'] ?? 0) > 0) return []
        const found = (type: string) =>
          itemsOf(item['fields'])
            .filter((field) => field['type'] === type && field['deleted'] !== 1)
            .map((field) => textOf(field['value']))
            .filter((value) => value !== '')
        const besides = {
          name: item['title'],
          account: found('username')[0] ?? found('email')[0] ?? item['subtitle'],
          note: item['note'],
          tags: anyList(item['folders']).map((id) => folders.get(id)),
          favourite: Number(item['favorite'] ?? 0) > 0,
        }
        const others = itemsOf(item['fields']).filter((field) => field['type'] !== 'totp' && field['deleted'] !== 1)
        return readCodes(
          found('totp'),
          besides,
          others.map((field) => field['value']),
        )
      }),
    }
  },
}

/** The JSON export of Keeper. Codes are custom fields of a type of their own. */
export const keeper: ImportFormat<'Keeper'> = {
  name: 'Keeper',
  detects: ({ fields }) =>
    itemsOf(fields['records']).some((record) => 'title' in record && ('custom_fields' in record || 'login_url' in record)),
  reads: ({ fields }) => ({
    source: readEach(listOf(fields['records']), (record) => {
      const fields = Object.entries(fieldsOf(record['custom_fields'])).flatMap(([name, value]) =>
        (Array.isArray(value) ? anyList(value) : [value]).map((one) => ({ name, text: textOf(one) })),
      )
      const codes = fields.filter(({ name }) => /^(?:\$oneTimeCode|TFC:Keeper)/.test(name))
      const places = itemsOf(record['folders']).map((folder) => textOf(folder['folder']) || textOf(folder['shared_folder']))
      const besides = {
        name: record['title'],
        account: record['login'],
        note: record['notes'],
        tags: places.flatMap((path) => path.split('\\')),
      }
      return readCodes(
        codes.map(({ text }) => text),
        besides,
        fields.map(({ text }) => text),
      )
    }),
  }),
}

/** The JSON export of Dashlane, which names its logins in French. */
export const dashlane: ImportFormat<'Dashlane'> = {
  name: 'Dashlane',
  detects: ({ fields }) => Array.isArray(fields['AUTHENTIFIANT']),
  reads: ({ fields }) => ({
    source: readEach(listOf(fields['AUTHENTIFIANT']), (login) => {
      const totp = textOf(login['otpUrl']) || textOf(login['otpSecret'])
      const name = textOf(login['title']) || login['domain']
      const account = textOf(login['login']) || textOf(login['email']) || login['secondaryLogin']
      return readCodes([totp], { name, account, note: login['note'], tags: [login['category']] })
    }),
  }),
}

const isExtensionEntry = (entry: Fields) => 'hash' in entry && 'secret' in entry && 'issuer' in entry && 'type' in entry

/** The backup of the browser extension Authenticator (authenticator.cc): an object with each entry under its own hash. */
export const authenticatorExtension: ImportFormat<'Authenticator extension'> = {
  name: 'Authenticator extension',
  detects: ({ fields }) => Object.values(fields).some((entry) => isExtensionEntry(fieldsOf(entry))),
  reads: ({ fields }) => ({
    source: readEach(
      Object.values(fields)
        .filter(isFields)
        .filter(isExtensionEntry)
        .toSorted((one, other) => Number(one['index'] ?? 0) - Number(other['index'] ?? 0)),
      (entry): ReadEntry[] => [
        readEntry({
          ...keyOfExtension(entry),
          // Behind two colons stands the address for which it fills in codes.
          issuer: textOf(entry['issuer']).split('::')[0],
          account: entry['account'],
          algorithm: entry['algorithm'],
          period: entry['period'] || undefined,
          counter: entry['counter'],
          favourite: entry['pinned'],
        }),
      ],
    ),
  }),
}

/** Its kinds are those of others, two of which have their secret in Base16, and Battle.net's, which has eight digits. */
function keyOfExtension({ type, secret, digits }: Fields) {
  const kind = textOf(type).toLowerCase()
  if (kind === 'battle') return { kind: 'totp', secret, digits: 8 }
  if (kind !== 'hex' && kind !== 'hhex') return { kind, secret, digits: digits || undefined }
  return { kind: kind === 'hex' ? 'totp' : 'hotp', secret: fromAnyHex(textOf(secret)), digits: digits || undefined }
}

/** Text that is no Base16 refuses the entry, not the file. */
function fromAnyHex(text: string): string {
  try {
    return encodeBase32(fromHex(text))
  } catch (error) {
    if (error instanceof TransferError) return ''
    throw error
  }
}

/** What python-vipaccess keeps of a Symantec VIP credential: https://github.com/dlenski/python-vipaccess */
export const vipAccess: ImportFormat<'Symantec VIP'> = {
  name: 'Symantec VIP',
  detects: ({ text = '' }) => /^version\s+\d+\s*$/m.test(text) && /^secret\s+\S+\s*$/m.test(text) && /^id\s+\S+\s*$/m.test(text),
  reads: ({ text = '' }) => {
    const lines = new Map(text.split(/\r?\n/).map((line) => [/^\w+/.exec(line)?.[0] ?? '', line.replace(/^\w+\s*/, '').trim()]))
    const entry = readEntry({ kind: 'totp', secret: lines.get('secret'), issuer: 'Symantec VIP', account: lines.get('id') })
    return { source: readEach([entry], (one) => [one]) }
  },
}
