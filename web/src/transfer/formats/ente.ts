import { msg } from '@lingui/core/macro'
import { fromBase64, toText } from '../opening/bytes.ts'
import { fieldsOf } from '../opening/json.ts'
import { openSecretStream } from '../entries/secret-stream.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveArgon2id } from '../opening/unlock.ts'
import { readLinkList } from './links.ts'

/** The encrypted export of Ente Auth holds a list of links: https://github.com/ente-io/ente/blob/main/docs/docs/auth/migration/export.md */
export const ente: ImportFormat<'Ente Auth'> = {
  name: 'Ente Auth',
  help: msg`Settings, Data, Export codes: encrypted or plain text`,
  detects: ({ fields }) => 'encryptedData' in fields && 'encryptionNonce' in fields && 'kdfParams' in fields,
  async reads({ fields }, password) {
    if (password === undefined) throw new TransferError('password_needed')
    const { memLimit, opsLimit, salt } = fieldsOf(fields['kdfParams'])
    const key = await deriveArgon2id(password, fromBase64(salt), { memoryBytes: memLimit, passes: opsLimit, lanes: 1 })
    const sealed = fromBase64(fields['encryptedData'])
    return readLinkList(toText(openSecretStream(key, fromBase64(fields['encryptionNonce']), sealed, 'otpauth://')))
  },
}
