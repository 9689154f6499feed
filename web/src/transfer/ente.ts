import { fromBase64, toText } from './bytes.ts'
import { type Fields, fieldsOf } from './json.ts'
import { openSecretStream } from './secret-stream.ts'
import { TransferError } from './transfer-failure.ts'
import { deriveArgon2id } from './unlock.ts'

export const isEnte = (file: Fields) => 'encryptedData' in file && 'encryptionNonce' in file && 'kdfParams' in file

/** The encrypted export of Ente Auth holds a list of links: https://github.com/ente-io/ente/blob/main/docs/docs/auth/migration/export.md */
export async function openEnte(file: Fields, password: string | undefined): Promise<string> {
  if (password === undefined) throw new TransferError('password_needed')
  const { memLimit, opsLimit, salt } = fieldsOf(file['kdfParams'])
  const key = await deriveArgon2id(password, fromBase64(salt), { memoryBytes: memLimit, passes: opsLimit, lanes: 1 })
  return toText(openSecretStream(key, fromBase64(file['encryptionNonce']), fromBase64(file['encryptedData']), 'otpauth://'))
}
