import { msg } from '@lingui/core/macro'
import { fromBase64, toBytes, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf, isFields, listOf, parseJson } from '../opening/json.ts'
import { readCodes } from './codes-of-item.ts'
import { textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveArgon2id, derivePbkdf2, hashSha256, openAesCbcHmac } from '../opening/unlock.ts'

const isOlder = ({ items, folders, collections }: Fields) =>
  Array.isArray(items) && (Array.isArray(folders) || Array.isArray(collections)) && items.some((item) => 'login' in fieldsOf(item))

/** The JSON export of Bitwarden and of its authenticator. Only what has a secret for codes is of interest; passwords are not even read. */
export const bitwarden: ImportFormat<'Bitwarden'> = {
  name: 'Bitwarden',
  help: msg`Export vault: JSON, JSON encrypted with “Password protected”, or CSV. Passwords in it are not read.`,
  // Exports before 2021 do not say whether they are encrypted.
  detects: ({ fields, list = [] }) =>
    list.some((item) => isFields(item['login']) && 'type' in item) ||
    isOlder(fields) ||
    ('encrypted' in fields && (Array.isArray(fields['items']) || 'encKeyValidation_DO_NOT_EDIT' in fields)),
  async reads({ fields, list }, password) {
    // Its command line lists the items alone.
    const { items, folders, collections } = list
      ? { ...fields, items: list }
      : fields['encrypted'] === true
        ? await openVault(fields, password)
        : fields
    const lists = [folders, collections].flatMap((list) => (Array.isArray(list) ? list.map(fieldsOf) : []))
    const names = new Map(lists.map(({ id, name }) => [id, name]))
    return {
      source: readEach(listOf(items), (item) => {
        const login = fieldsOf(item['login'])
        // Since 2023 the export includes the trash.
        if (textOf(item['deletedDate']) !== '') return []
        const places = [item['folderId'], ...anyList(item['collectionIds'])]
        const fileData = {
          name: item['name'],
          account: login['username'],
          note: item['notes'],
          tags: places.map((id) => names.get(id)),
          favourite: item['favorite'],
        }
        const fields = anyList(item['fields']).map((field) => fieldsOf(field)['value'])
        return readCodes([textOf(login['totp'])], fileData, fields)
      }),
    }
  },
}

/**
 * A password-protected export: https://bitwarden.com/help/encrypted-export/. One that is restricted to the account is encrypted with a key that
 * only Bitwarden has. `encKeyValidation_DO_NOT_EDIT` is there to tell whether the password is right.
 */
async function openVault(file: Fields, password: string | undefined): Promise<Fields> {
  if (file['passwordProtected'] !== true) throw new TransferError('account_restricted')
  if (password === undefined) throw new TransferError('password_needed')
  const key = await deriveKey(file, password)
  if (openSealed(key, file['encKeyValidation_DO_NOT_EDIT']) === undefined) throw new TransferError('password_wrong')
  const vault = openSealed(key, file['data'])
  const content = vault && parseJson(toText(vault))
  if (!isFields(content)) throw new TransferError('damaged')
  return content
}

/** Bitwarden's KdfType: 0 is PBKDF2, 1 is Argon2id. The salt is used as the text that it is. */
async function deriveKey({ kdfType, kdfIterations, kdfMemory, kdfParallelism, ...file }: Fields, password: string): Promise<Uint8Array> {
  const salt = toBytes(textOf(file['salt']))
  if (kdfType === 0) return derivePbkdf2('SHA256', password, salt, kdfIterations)
  if (kdfType !== 1) throw new TransferError('damaged')
  const memoryBytes = typeof kdfMemory === 'number' ? kdfMemory * 1024 * 1024 : kdfMemory
  return deriveArgon2id(password, hashSha256(salt), { memoryBytes, passes: kdfIterations, lanes: kdfParallelism })
}

/** Type 2 of Bitwarden's sealed texts: `2.` and IV, text and MAC in Base64. Undefined when the key does not fit. */
function openSealed(key: Uint8Array, sealed: unknown): Uint8Array | undefined {
  const parts = /^2\.([^|]+)\|([^|]+)\|([^|]+)$/.exec(textOf(sealed))
  if (!parts) throw new TransferError('damaged')
  const [iv, text, mac] = parts.slice(1).map(fromBase64)
  return iv && text && mac && openAesCbcHmac(key, iv, text, mac)
}
