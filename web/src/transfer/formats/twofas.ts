import { msg } from '@lingui/core/macro'
import { fromBase64, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, listOf, parseJson } from '../opening/json.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, openAesGcm } from '../opening/unlock.ts'

const rounds = 10_000

/**
 * A backup of 2FAS, schema 1 to 4. The encrypted part is three texts of Base64 between colons: what is sealed, salt and nonce. The first schema
 * says nothing but names and secrets, and iOS leaves out what is as usual.
 */
export const twofas: ImportFormat<'2FAS'> = {
  name: '2FAS',
  help: msg`Settings, 2FAS Backup, Export: with or without a password`,
  detects: ({ fields }) => 'schemaVersion' in fields && ('services' in fields || 'servicesEncrypted' in fields),
  reads({ fields }, password) {
    const sealed = textOf(fields['servicesEncrypted'])
    const services = sealed === '' ? fields['services'] : openServices(sealed, password)
    const groups = new Map((Array.isArray(fields['groups']) ? fields['groups'] : []).map(fieldsOf).map(({ id, name }) => [id, name]))
    return {
      source: readEach(inOrder(listOf(services)), (service) => {
        const otp = fieldsOf(service['otp'])
        const name = textOf(service['name'])
        const kind = textOf(otp['tokenType']) || 'totp'
        const [labelIssuer = '', labelAccount = ''] = /^([^:]*):(.*)$/s.exec(textOf(otp['label']))?.slice(1) ?? ['', textOf(otp['label'])]
        return [
          readEntry({
            name,
            kind,
            secret: service['secret'],
            issuer: textOf(otp['issuer']) || name || labelIssuer,
            account: textOf(otp['account']) || labelAccount,
            algorithm: otp['algorithm'],
            // Zero means the default.
            digits: otp['digits'] || undefined,
            period: otp['period'] || undefined,
            counter: otp['counter'],
            tags: [groups.get(service['groupId'])],
          }),
        ]
      }),
    }
  },
}

/** In the person's order, which may differ from the file's. */
function inOrder(services: readonly Fields[]): Fields[] {
  const place = (service: Fields) => Number(fieldsOf(service['order'])['position'] ?? 0)
  return services.toSorted((one, other) => place(one) - place(other))
}

function openServices(sealed: string, password: string | undefined): unknown {
  if (password === undefined) throw new TransferError('password_needed')
  const [data, salt, nonce] = sealed.split(':')
  const key = derivePbkdf2('SHA256', password, fromBase64(salt), rounds)
  return parseJson(toText(openAesGcm(key, fromBase64(nonce), fromBase64(data))))
}
