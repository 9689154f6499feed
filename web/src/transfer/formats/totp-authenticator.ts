import { msg } from '@lingui/core/macro'
import { fromBase64, fromHex, toBytes, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, isFields, parseJson } from '../opening/json.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { secretIn } from './secret-in.ts'
import { hashSha256, openAesCbc } from '../opening/unlock.ts'

/** The application's default password. */
const usualPassword = 'TotpAuthenticator'
const listName = 'STATIC_TOTP_CODES_LIST'

function readCodes(codes: readonly Fields[]): FormatReading {
  return {
    source: readEach(codes, (code) => {
      const [issuer, name] = [textOf(code['issuer']), textOf(code['name'])]
      const isNamed = issuer !== '' && issuer !== 'Unknown'
      return [
        readEntry({
          kind: 'totp',
          secret: readSecret(textOf(code['key']), code['base']),
          issuer: isNamed ? issuer : name,
          account: isNamed ? name : '',
          digits: code['digits'] || undefined,
          period: code['period'] || undefined,
          favourite: code['isFavorite'],
        }),
      ]
    }),
  }
}

/** In Base16, Base32 or Base64, depending on `base`. */
function readSecret(text: string, base: unknown): string {
  if (Number(base) === 32) return text
  return secretIn(() => (Number(base) === 64 ? fromBase64(text) : fromHex(text)))
}

/** The preferences of the application on a phone. */
export const totpAuthenticator: ImportFormat<'TOTP Authenticator'> = {
  name: 'TOTP Authenticator',
  help: msg`Backup file, or the settings file on Android`,
  detects: ({ preferences }) => preferences?.has(listName) ?? false,
  reads({ preferences }) {
    const codes = parseJson(preferences?.get(listName) ?? '')
    if (!Array.isArray(codes)) throw new TransferError('damaged')
    return readCodes(codes.map(fieldsOf))
  },
}

function isSealed(text: string): boolean {
  const letters = text.replaceAll(/\s/g, '')
  return letters.length % 4 === 0 && /^[A-Za-z0-9+/]{40}[A-Za-z0-9+/]*={0,2}$/.test(letters)
}

/** A backup in Base64: AES-CBC without a random start, under the bare hash of the password. Its JSON has the list as the name of a field. */
export const totpAuthenticatorEncrypted: ImportFormat<'TOTP Authenticator'> = {
  name: 'TOTP Authenticator',
  detects: ({ text = '' }) => isSealed(text) && fromBase64(text.trim()).length % 16 === 0,
  reads({ text = '' }, password) {
    const sealed = fromBase64(text.trim())
    const codes = openCodes(sealed, password ?? usualPassword)
    if (!codes) throw new TransferError(password === undefined ? 'password_needed' : 'password_wrong')
    return readCodes(codes)
  },
}

function openCodes(sealed: Uint8Array, password: string): Fields[] | undefined {
  const opened = openAesCbc(hashSha256(toBytes(password)), new Uint8Array(16), sealed)
  const content = opened && parseJson(toText(opened))
  const list = isFields(content) ? parseJson(Object.keys(content)[0] ?? '[]') : content
  return Array.isArray(list) ? list.map(fieldsOf) : undefined
}
