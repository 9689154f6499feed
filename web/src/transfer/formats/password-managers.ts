import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf, isFields, parseJson } from '../opening/json.ts'
import { textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { readCodes } from './codes-of-item.ts'

/* Only the code fields and their names are read; passwords are ignored. */

const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** `export.data` of a .1pux archive: https://support.1password.com/1pux-format/ */
export const onePassword: ImportFormat<'1Password'> = {
  name: '1Password',
  help: msg`File, Export: 1PUX or CSV, or 1PIF of older versions. Passwords in it are not read.`,
  detects: ({ fields }) => fieldsIn(fields['accounts']).some((account) => Array.isArray(account['vaults'])),
  reads({ fields }) {
    const vaults = fieldsIn(fields['accounts']).flatMap((account) => fieldsIn(account['vaults']))
    const items = vaults.flatMap((vault) =>
      fieldsIn(vault['items']).map((item) => ({
        item: 'item' in item ? fieldsOf(item['item']) : item,
        vault: fieldsOf(vault['attrs'])['name'],
      })),
    )
    return {
      source: readEach(items, ({ item, vault }) => {
        const [overview, details] = [fieldsOf(item['overview']), fieldsOf(item['details'])]
        if (item['trashed'] === true || /^(?:trashed|deleted)$/.test(textOf(item['state']))) return []
        const login = fieldsIn(details['loginFields']).find((field) => field['designation'] === 'username')
        const values = fieldsIn(details['sections'])
          .flatMap((section) => fieldsIn(section['fields']))
          .map((field) => fieldsOf(field['value']))
        const tags = [vault, ...anyList(overview['tags'])]
        const fileData = {
          name: overview['title'],
          account: textOf(login?.['value']) || overview['subtitle'],
          note: details['notesPlain'],
          tags: vaults.length > 1 ? tags : tags.slice(1),
          favourite: Number(item['favIndex'] ?? 0) > 0,
        }
        return readCodes(
          values.map(({ totp }) => textOf(totp)),
          fileData,
          values.flatMap(Object.values),
        )
      }),
    }
  },
}

/** Between the objects of a .1pif file. */
const onePifMark = /^\*{3}[0-9a-f-]{36}\*{3}\s*$/im

/** The .1pif file of 1Password before version 8: an object in a line, each followed by the same mark. */
export const onePasswordOld: ImportFormat<'1Password'> = {
  name: '1Password',
  detects: ({ text = '' }) => /^\s*\{/.test(text) && onePifMark.test(text) && text.includes('secureContents'),
  reads({ text = '' }) {
    const pieces = text.split(onePifMark)
    // A file that was cut ends in something else than a mark.
    if (pieces.at(-1)?.trim() !== '') throw new TransferError('damaged')
    const items = pieces.slice(0, -1).map((piece) => parseJson(piece.trim()))
    if (!items.every(isFields)) throw new TransferError('damaged')
    const folders = new Map(
      items.filter(({ typeName }) => textOf(typeName).startsWith('system.folder')).map(({ uuid, title }) => [uuid, title]),
    )
    return { source: readEach(items, (item) => readOldItem(item, folders.get(item['folderUuid']))) }
  },
}

function readOldItem(item: Fields, folder: unknown) {
  if (item['trashed'] === true) return []
  const [secure, open] = [fieldsOf(item['secureContents']), fieldsOf(item['openContents'])]
  const login = fieldsIn(secure['fields']).find((field) => field['designation'] === 'username')
  const fields = fieldsIn(secure['sections']).flatMap((section) => fieldsIn(section['fields']))
  const codes = fields.filter((field) => textOf(field['n']).startsWith('TOTP_'))
  const fileData = {
    name: item['title'],
    account: login?.['value'] ?? secure['username'],
    note: secure['notesPlain'],
    tags: [folder, ...anyList(open['tags'])],
    favourite: Number(open['faveIndex'] ?? 0) > 0,
  }
  return readCodes(
    codes.map((field) => textOf(field['v'])),
    fileData,
    fields.map((field) => field['v']),
  )
}

/** `data.json` in the archive of Proton Pass, and the same file by itself. */
export const protonPass: ImportFormat<'Proton Pass'> = {
  name: 'Proton Pass',
  help: msg`Settings, Export: ZIP archive, with or without a password, or CSV. Passwords in it are not read.`,
  detects: ({ fields }) => isFields(fields['vaults']),
  reads({ fields }) {
    const vaults = Object.values(fieldsOf(fields['vaults'])).map(fieldsOf)
    const items = vaults.flatMap((vault) => fieldsIn(vault['items']).map((item) => ({ item, vault: vault['name'] })))
    return {
      source: readEach(items, ({ item, vault }) => {
        const data = fieldsOf(item['data'])
        const [metadata, content] = [fieldsOf(data['metadata']), fieldsOf(data['content'])]
        // 2 is in the trash.
        if (item['state'] === 2) return []
        const extra = [
          ...fieldsIn(data['extraFields']),
          ...fieldsIn(content['sections']).flatMap((section) => fieldsIn(section['sectionFields'])),
        ]
        const codes = [content['totpUri'], ...extra.map((field) => fieldsOf(field['data'])['totpUri'])].map(textOf)
        const fileData = {
          name: metadata['name'],
          account: textOf(content['itemUsername']) || textOf(content['username']) || textOf(content['itemEmail']),
          note: metadata['note'],
          tags: vaults.length > 1 ? [vault] : [],
          favourite: item['pinned'],
        }
        return readCodes(
          codes,
          fileData,
          extra.map((field) => fieldsOf(field['data'])['content']),
        )
      }),
    }
  },
}
