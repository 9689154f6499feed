import { msg } from '@lingui/core/macro'
import { fromBase64, toBytes, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { fieldsOf, isFields, listOf, parseJson } from '../opening/json.ts'
import { textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveArgon2id, openAesGcm } from '../opening/unlock.ts'
import { readLink } from './links.ts'

const nonceBytes = 12
const cost = { memoryBytes: 19 * 1024 * 1024, passes: 2, lanes: 1 }
const purpose = toBytes('proton.authenticator.export.v1')

/** https://github.com/protonpass/proton-pass-common, proton-authenticator. Its `name` is the account; the link names the service. */
export const protonAuthenticator: ImportFormat<'Proton Authenticator'> = {
  name: 'Proton Authenticator',
  help: msg`Settings, Export: with or without a password`,
  detects: ({ fields }) =>
    'version' in fields && (Array.isArray(fields['entries']) || ('salt' in fields && typeof fields['content'] === 'string')),
  async reads({ fields }, password) {
    const { entries } = 'entries' in fields ? fields : await openEntries(fields, password)
    return {
      source: readEach(listOf(entries), (entry) => {
        const { uri, name } = fieldsOf(entry['content'])
        return [readLink(textOf(uri), { account: name, note: entry['note'] })]
      }),
    }
  },
}

async function openEntries({ salt, content }: Record<string, unknown>, password: string | undefined) {
  if (password === undefined) throw new TransferError('password_needed')
  const sealed = fromBase64(content)
  const key = await deriveArgon2id(password, fromBase64(salt), cost)
  const opened = parseJson(toText(openAesGcm(key, sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes), purpose)))
  if (!isFields(opened)) throw new TransferError('damaged')
  return opened
}
