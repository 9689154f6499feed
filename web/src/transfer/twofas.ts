import { fromBase64, toText } from './bytes.ts'
import { type EntrySource, readEach } from './entry-source.ts'
import { type Fields, fieldsOf, listOf, parseJson } from './json.ts'
import { readEntry, textOf } from './read-entry.ts'
import { TransferError } from './transfer-failure.ts'
import { derivePbkdf2, openAesGcm } from './unlock.ts'

const rounds = 10_000

export const isTwoFas = (file: Fields) => 'services' in file && 'schemaVersion' in file

const needsTwoFasPassword = (file: Fields) => textOf(file['servicesEncrypted']) !== ''

/** A backup of 2FAS. The encrypted part is three texts of Base64 between colons: what is sealed, salt and nonce. */
export function readTwoFas(file: Fields, password: string | undefined): EntrySource {
  const services = needsTwoFasPassword(file) ? openServices(textOf(file['servicesEncrypted']), password) : file['services']
  const groups = new Map((Array.isArray(file['groups']) ? file['groups'] : []).map(fieldsOf).map(({ id, name }) => [id, name]))
  return readEach(listOf(services), (service) => {
    const otp = fieldsOf(service['otp'])
    return [
      readEntry({
        name: service['name'],
        kind: textOf(otp['tokenType']) || 'totp',
        secret: service['secret'],
        issuer: textOf(otp['issuer']) || service['name'],
        account: textOf(otp['account']) || otp['label'],
        algorithm: otp['algorithm'],
        digits: otp['digits'],
        period: otp['period'],
        counter: otp['counter'],
        tags: [groups.get(service['groupId'])],
      }),
    ]
  })
}

function openServices(sealed: string, password: string | undefined): unknown {
  if (password === undefined) throw new TransferError('password_needed')
  const [data, salt, nonce] = sealed.split(':')
  const key = derivePbkdf2('SHA256', password, fromBase64(salt), rounds)
  return parseJson(toText(openAesGcm(key, fromBase64(nonce), fromBase64(data))))
}
