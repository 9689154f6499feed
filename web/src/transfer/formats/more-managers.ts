import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { anyList, fieldsOf, listOf } from '../opening/json.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readCodes } from './codes-of-item.ts'

/* Password managers: only the code fields and their names are read; passwords are ignored. */

const itemsOf = (value: unknown) => anyList(value).map(fieldsOf)

/** The JSON export of Enpass, whose fields say their type. */
export const enpass: ImportFormat<'Enpass'> = {
  name: 'Enpass',
  help: msg`File, Export: JSON or CSV. Passwords in it are not read.`,
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
        const fileData = {
          name: item['title'],
          account: found('username')[0] ?? found('email')[0] ?? item['subtitle'],
          note: item['note'],
          tags: anyList(item['folders']).map((id) => folders.get(id)),
          favourite: Number(item['favorite'] ?? 0) > 0,
        }
        const others = itemsOf(item['fields']).filter((field) => field['type'] !== 'totp' && field['deleted'] !== 1)
        return readCodes(
          found('totp'),
          fileData,
          others.map((field) => field['value']),
        )
      }),
    }
  },
}

/** The JSON export of Keeper. Codes are custom fields of a type of their own. */
export const keeper: ImportFormat<'Keeper'> = {
  name: 'Keeper',
  help: msg`Settings, Export: JSON or CSV. Passwords in it are not read.`,
  detects: ({ fields }) =>
    itemsOf(fields['records']).some((record) => 'title' in record && ('custom_fields' in record || 'login_url' in record)),
  reads: ({ fields }) => ({
    source: readEach(listOf(fields['records']), (record) => {
      const fields = Object.entries(fieldsOf(record['custom_fields'])).flatMap(([name, value]) =>
        (Array.isArray(value) ? anyList(value) : [value]).map((one) => ({ name, text: textOf(one) })),
      )
      const codes = fields.filter(({ name }) => /^(?:\$oneTimeCode|TFC:Keeper)/.test(name))
      const places = itemsOf(record['folders']).map((folder) => textOf(folder['folder']) || textOf(folder['shared_folder']))
      const fileData = {
        name: record['title'],
        account: record['login'],
        note: record['notes'],
        tags: places.flatMap((path) => path.split('\\')),
      }
      return readCodes(
        codes.map(({ text }) => text),
        fileData,
        fields.map(({ text }) => text),
      )
    }),
  }),
}

/** The JSON export of Dashlane, which names its logins in French. */
export const dashlane: ImportFormat<'Dashlane'> = {
  name: 'Dashlane',
  help: msg`Export data: CSV or JSON, not the encrypted .dash file. Passwords in it are not read.`,
  detects: ({ fields }) => Array.isArray(fields['AUTHENTIFIANT']),
  reads: ({ fields }) => ({
    source: readEach(listOf(fields['AUTHENTIFIANT']), (login) => {
      const codes = [textOf(login['otpUrl']), textOf(login['otpSecret'])]
      const name = textOf(login['title']) || login['domain']
      const account = textOf(login['login']) || textOf(login['email']) || login['secondaryLogin']
      return readCodes(codes, { name, account, note: login['note'], tags: [login['category']] })
    }),
  }),
}

/** python-vipaccess's file of a Symantec VIP credential: https://github.com/dlenski/python-vipaccess */
export const vipAccess: ImportFormat<'Symantec VIP'> = {
  name: 'Symantec VIP',
  help: msg`The app has no export. The .vipaccess file that python-vipaccess wrote.`,
  detects: ({ text = '' }) => /^version\s+\d+\s*$/m.test(text) && /^secret\s+\S+\s*$/m.test(text) && /^id\s+\S+\s*$/m.test(text),
  reads: ({ text = '' }) => {
    const lines = new Map(text.split(/\r?\n/).map((line) => [/^\w+/.exec(line)?.[0] ?? '', line.replace(/^\w+\s*/, '').trim()]))
    const entry = readEntry({ kind: 'totp', secret: lines.get('secret'), issuer: 'Symantec VIP', account: lines.get('id') })
    return { source: readEach([entry], (one) => [one]) }
  },
}
