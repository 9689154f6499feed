import { msg } from '@lingui/core/macro'
import { encodeBase32 } from '@twofold/contract/base32'
import { toBytes } from '../opening/bytes.ts'
import { isJavaMap, readJavaMap } from '../containers/java-map.ts'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf, isFields, parseJson } from '../opening/json.ts'
import { readEntry, type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, tryAesGcm } from '../opening/unlock.ts'

/** Java writes bytes as numbers from -128 to 127. Undefined when they are something else. */
function fromSigned(value: unknown): Uint8Array | undefined {
  if (!Array.isArray(value) || !value.every((byte) => Number.isInteger(byte) && byte >= -128 && byte <= 255)) return undefined
  return Uint8Array.from(value as number[], (byte) => byte & 0xff)
}

/** `counterStep`: difference between the file's counter and that of the next code. */
function readToken(token: Fields, secret: Uint8Array | undefined, counterStep: number): ReadEntry {
  const issuer = textOf(token['issuerAlt']) || textOf(token['issuerExt']) || textOf(token['issuerInt'])
  const kind = textOf(token['type']).toLowerCase() || 'totp'
  const counter = token['counter']
  return readEntry({
    kind: kind === 'totp' && issuer === 'Steam' ? 'steam' : kind,
    secret: secret && encodeBase32(secret),
    issuer,
    account: textOf(token['labelAlt']) || token['label'],
    algorithm: token['algo'],
    digits: token['digits'] || undefined,
    period: token['period'] || undefined,
    counter: typeof counter === 'number' ? counter + counterStep : counter,
  })
}

/** The first FreeOTP and FreeOTP+ count up before they make a code, so that their counter is one behind. */
const readOlderToken = (token: Fields) => readToken(token, fromSigned(token['secret']), 1)

const isToken = (text: string) => /^\s*\{[^]*"secret"\s*:\s*\[/.test(text) && /"(?:issuerExt|label)"/.test(text)

/** Position of each name in the person's order; unlisted names come last. */
function placesIn(order: unknown): (name: string) => number {
  const places = new Map(anyList(order).map((name, place) => [textOf(name), place]))
  return (name) => places.get(name) ?? places.size
}

/** The application's rule for a token's original name. */
function nameOfToken({ issuerInt, issuerExt, label }: Fields): string {
  const issuer = textOf(issuerInt) || textOf(issuerExt)
  return issuer === '' ? textOf(label) : `${issuer}:${textOf(label)}`
}

/** The preferences of the application, which its first version was backed up with: a token for each name, and their order. */
export const freeOtp: ImportFormat<'FreeOTP'> = {
  name: 'FreeOTP',
  help: msg`Backup of version 2, with its password, or the settings file of version 1`,
  detects: ({ preferences }) => preferences !== undefined && [...preferences.values()].some(isToken),
  reads({ preferences = new Map<string, string>() }) {
    const place = placesIn(parseJson(preferences.get('tokenOrder') ?? ''))
    const tokens = [...preferences].filter(([name]) => name !== 'tokenOrder').toSorted(([one], [other]) => place(one) - place(other))
    return {
      source: readEach(tokens, ([, text]) => {
        const token = parseJson(text)
        return isFields(token) && 'secret' in token ? [readOlderToken(token)] : []
      }),
    }
  },
}

export const freeOtpPlus: ImportFormat<'FreeOTP+'> = {
  name: 'FreeOTP+',
  help: msg`Export: JSON, or links`,
  detects: ({ fields }) =>
    Array.isArray(fields['tokens']) &&
    (fields['tokens'].length === 0 || 'tokenOrder' in fields || Array.isArray(fieldsOf(fields['tokens'][0])['secret'])),
  reads({ fields }) {
    const place = placesIn(fields['tokenOrder'])
    const tokens = anyList(fields['tokens']).map(fieldsOf)
    return {
      source: readEach(
        tokens.toSorted((one, other) => place(nameOfToken(one)) - place(nameOfToken(other))),
        (token) => [readOlderToken(token)],
      ),
    }
  },
}

/**
 * The backup of FreeOTP 2, a serialized map of Java: `masterKey`, and for each token its settings and its secret, sealed with that key. Where
 * the settings name no algorithm it is SHA-1 (https://github.com/freeotp/freeotp-android).
 */
export const freeOtp2: ImportFormat<'FreeOTP'> = {
  name: 'FreeOTP',
  detects: ({ bytes }) => isJavaMap(bytes),
  reads({ bytes }, password) {
    const map = readJavaMap(bytes)
    const names = [...map.keys()].filter((name) => name.endsWith('-token')).map((name) => name.slice(0, -'-token'.length))
    const master = parseJson(map.get('masterKey') ?? '')
    if (!isFields(master)) throw new TransferError(names.length > 0 ? 'damaged' : 'unknown_format')
    if (password === undefined) throw new TransferError('password_needed')
    const key = openMasterKey(master, password)
    return {
      source: readEach(names, (name) => {
        const sealed = parseJson(textOf(fieldsOf(parseJson(map.get(name) ?? ''))['key']))
        const token = fieldsOf(parseJson(map.get(`${name}-token`) ?? ''))
        const secret = isFields(sealed) ? openSealed(key, sealed) : undefined
        if (isFields(sealed) && !secret) throw new TransferError('damaged')
        return [readToken(token, secret, 0)]
      }),
    }
  },
}

function openMasterKey(master: Fields, password: string): Uint8Array {
  const hash = /sha-?(1|256|512)$/i.exec(textOf(master['mAlgorithm']))?.[1]
  const salt = fromSigned(master['mSalt'])
  if (hash === undefined || !salt) throw new TransferError('damaged')
  const key = derivePbkdf2(hash === '1' ? 'SHA1' : hash === '256' ? 'SHA256' : 'SHA512', password, salt, master['mIterations'])
  const opened = openSealed(key, fieldsOf(master['mEncryptedKey']))
  if (!opened) throw new TransferError('password_wrong')
  return opened
}

/** `mParameters` is a DER sequence whose octet string is the nonce; `mToken` is authenticated with what is sealed. */
function openSealed(key: Uint8Array, sealed: Fields): Uint8Array | undefined {
  const [text, parameters] = [fromSigned(sealed['mCipherText']), fromSigned(sealed['mParameters'])]
  const at = parameters?.[0] === 0x30 ? 2 : 0
  if (!text || parameters?.[at] !== 4) throw new TransferError('damaged')
  const nonce = parameters.subarray(at + 2, at + 2 + (parameters[at + 1] ?? 0))
  return tryAesGcm(key, nonce, text, toBytes(textOf(sealed['mToken'])))
}
