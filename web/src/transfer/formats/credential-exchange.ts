import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf } from '../opening/json.ts'
import { type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readCodes } from './codes-of-item.ts'

/*
 * The Credential Exchange Format of the FIDO Alliance (https://fidoalliance.org/specs/cx/cxf-v1.0-ps-20250814.html), in which password managers hand
 * over items to one another. Each item has credentials of several kinds; of interest are those for codes.
 */

const objectsIn = (value: unknown) => anyList(value).map(fieldsOf)
const accountsIn = (file: Fields) => ('accounts' in file ? objectsIn(file['accounts']) : [file])
const credentialsOf = (item: Fields) => objectsIn(item['credentials'])

export const credentialExchange: ImportFormat<'Credential Exchange'> = {
  name: 'Credential Exchange',
  help: msg`JSON in the exchange format of password managers. Passwords in it are not read.`,
  detects: ({ fields }) =>
    accountsIn(fields).some((account) =>
      objectsIn(account['items']).some((item) => credentialsOf(item).some(({ type }) => typeof type === 'string')),
    ),
  reads: ({ fields }) => ({
    source: readEach(
      accountsIn(fields).flatMap((account) => {
        const folders = foldersOf(objectsIn(account['collections']))
        return objectsIn(account['items']).map((item) => ({ item, folders: folders.get(item['id']) ?? [] }))
      }),
      readItem,
    ),
  }),
}

/** By item; collections may be nested. */
function foldersOf(collections: readonly Fields[], found = new Map<unknown, unknown[]>(), depth = 0): Map<unknown, unknown[]> {
  for (const collection of depth > 20 ? [] : collections) {
    for (const { item } of objectsIn(collection['items'])) found.set(item, [...(found.get(item) ?? []), collection['title']])
    foldersOf(objectsIn(collection['subCollections']), found, depth + 1)
  }
  return found
}

const valueOf = (field: unknown) => fieldsOf(field)['value']

function readItem({ item, folders }: { item: Fields; folders: unknown[] }): ReadEntry[] {
  const credentials = credentialsOf(item)
  const ofType = (type: string) => credentials.filter((credential) => credential['type'] === type)
  const [note] = ofType('note').map((credential) => valueOf(credential['content']))
  const fileData = {
    name: item['title'],
    account: ofType('basic-auth').map((login) => valueOf(login['username']))[0],
    note,
    tags: [...folders, ...anyList(item['tags'])],
    favourite: item['favorite'],
  }
  const codes = ofType('totp').map((code) => ({
    // Bitwarden writes Steam's codes as an algorithm of their own.
    ...(code['algorithm'] === 'steam' ? { kind: 'steam' } : { kind: 'totp', algorithm: code['algorithm'] }),
    secret: code['secret'],
    issuer: textOf(code['issuer']) || fileData.name,
    account: textOf(code['username']) || fileData.account,
    digits: code['digits'],
    period: code['period'],
  }))
  const others = ofType('custom-fields').flatMap((credential) => objectsIn(credential['fields']).map(valueOf))
  return readCodes(codes, fileData, others)
}
