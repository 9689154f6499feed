import { msg } from '@lingui/core/macro'
import { readEach } from '../entries/entry-source.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { toText } from '../opening/bytes.ts'
import { type Fields, fieldsOf, listOf, parseJson } from '../opening/json.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { hashMd5, hashSha256, openAesCbc, readSalted, startAesCbc } from '../opening/unlock.ts'

const beginning = '{"app":"sailotp"'
const isIts = (fields: Fields) => fields['app'] === 'sailotp' && 'otplist' in fields

/** `diff` puts the clock of the phone right, and is no part of the key. */
function readToken(token: Fields) {
  const [type, title] = [textOf(token['type']), textOf(token['title'])]
  const at = title.indexOf(':')
  const names = at < 0 ? { issuer: title } : { issuer: title.slice(0, at), account: title.slice(at + 1) }
  const isSteam = type === 'TOTP_STEAM'
  const settings = { digits: isSteam ? undefined : token['len'], period: token['period'], counter: token['counter'] }
  return [readEntry({ ...names, name: title, kind: isSteam ? 'steam' : type, secret: token['secret'], ...settings })]
}

const readTokens = (fields: Fields) => ({ source: readEach(listOf(fields['otplist']), readToken) })

/** https://github.com/seiichiro0185/sailotp: db2json of qml/lib/storage.js, as somebody has it who opened the file by OpenSSL. */
export const sailOtp: ImportFormat<'SailOTP'> = {
  name: 'SailOTP',
  help: msg`Export: its encrypted file`,
  detects: ({ fields }) => isIts(fields),
  reads: ({ fields }) => readTokens(fields),
}

/** The same, encrypted like OpenSSL with a passphrase: src/QCipher. Earlier versions used an older hash. */
export const sailOtpEncrypted: ImportFormat<'SailOTP'> = {
  name: 'SailOTP',
  detects: ({ text = '' }) => /^\s*U2FsdGVkX1[\w+/=\s]+$/.test(text),
  reads({ text = '' }, password) {
    if (password === undefined) throw new TransferError('password_needed')
    for (const hash of [hashSha256, hashMd5]) {
      const sealed = readSalted(text, password, hash)
      const plain = openAesCbc(...sealed)
      const fields = fieldsOf(plain && parseJson(toText(plain)))
      if (isIts(fields)) return readTokens(fields)
      if (beginning.startsWith(toText(startAesCbc(...sealed)))) throw new TransferError('damaged')
    }
    throw new TransferError('password_wrong')
  },
}
