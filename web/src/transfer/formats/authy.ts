import { msg } from '@lingui/core/macro'
import { encodeBase32 } from '@twofold/contract/base32'
import { fromBase64, fromHex, toBytes, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, parseJson } from '../opening/json.ts'
import { readEntry, type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, openAesCbc } from '../opening/unlock.ts'

const listNames = ['com.authy.storage.tokens.authenticator.key', 'com.authy.storage.tokens.authy.key']
const usualRounds = 1000
/** For all accounts together: each declares its own number of hash rounds. */
const mostRounds = 20_000_000

/** The preferences of Authy on Android, with secrets that are sealed with the backup password, or open. */
export const authy: ImportFormat<'Authy'> = {
  name: 'Authy',
  help: msg`The app has no export. Its settings file on Android, or JSON that an export tool wrote.`,
  detects: ({ preferences }) => listNames.some((name) => preferences?.has(name)),
  reads({ preferences }, password) {
    const lists = listNames.map((name) => parseJson(preferences?.get(name) ?? '[]'))
    if (!lists.every(Array.isArray)) throw new TransferError('damaged')
    return readTokens(lists.flat().map(fieldsOf), password)
  },
}

const jsonLists = ['decrypted_authenticator_tokens', 'authenticator_tokens']

/** Output of tools that read Authy's accounts: its own answer, or the same with decrypted seeds. */
export const authyJson: ImportFormat<'Authy'> = {
  name: 'Authy',
  detects: ({ fields, list: [first = {}] = [] }) =>
    jsonLists.some((name) => Array.isArray(fields[name])) ||
    'decryptedSecret' in first ||
    'encryptedSecret' in first ||
    'decrypted_seed' in first,
  reads({ fields, list }, password) {
    const tokens =
      list ??
      jsonLists
        .map((name) => fields[name])
        .find(Array.isArray)
        ?.map(fieldsOf)
    return readTokens(tokens ?? [], password)
  },
}

const sealedIn = (token: Fields) => textOf(token['encryptedSecret']) || textOf(token['encrypted_seed'])
const openIn = (token: Fields) => textOf(token['decryptedSecret']) || textOf(token['decrypted_seed'])

function readTokens(tokens: readonly Fields[], password: string | undefined): FormatReading {
  const sealed = tokens.filter((token) => openIn(token) === '' && !('secretSeed' in token) && sealedIn(token) !== '')
  if (sealed.length > 0 && password === undefined) throw new TransferError('password_needed')
  const rounds = sealed.reduce((sum, token) => sum + Number(token['key_derivation_iterations'] ?? usualRounds), 0)
  if (rounds > mostRounds) throw new TransferError('too_costly')
  const opened = new Map(sealed.map((token) => [token, openSecret(token, password ?? '')]))
  if (sealed.length > 0 && [...opened.values()].every((secret) => secret === undefined)) throw new TransferError('password_wrong')
  return { source: readEach(tokens, (token) => [readToken(token, opened.get(token) ?? openIn(token))]) }
}

/** Undefined when the password is another. Only the padding and the letters of the secret tell. */
function openSecret(token: Fields, password: string): string | undefined {
  const rounds = token['key_derivation_iterations'] ?? usualRounds
  const key = derivePbkdf2('SHA1', password, toBytes(textOf(token['salt'])), rounds)
  const iv = textOf(token['unique_iv'])
  const opened = openAesCbc(key, iv === '' ? new Uint8Array(16) : fromHex(iv), fromBase64(sealedIn(token)))
  const secret = opened && toText(opened)
  return secret !== undefined && /^[A-Z2-7\s=-]+$/i.test(secret) ? secret : undefined
}

/** Accounts of Authy itself have seven digits and last ten seconds; their seed is in Base16. */
function readToken(token: Fields, secret: string): ReadEntry {
  const name = textOf(token['name']) || textOf(token['original_name'])
  const seed = textOf(token['secretSeed'])
  if (seed !== '') {
    return readEntry({ kind: 'totp', secret: encodeBase32(fromHex(seed)), issuer: name, digits: token['digits'] ?? 7, period: 10 })
  }
  const original = textOf(token['originalName']) || textOf(token['original_name'])
  const split = /^([^:]+):\s*(.*)$/s.exec(original) ?? /^(.+?)\s-\s(.*)$/s.exec(name) ?? /^([^:]+):\s*(.*)$/s.exec(name)
  const kind = textOf(token['accountType']) || textOf(token['account_type'])
  const isService = kind !== '' && kind.toLowerCase() !== 'authenticator'
  const issuer =
    textOf(token['originalIssuer']) ||
    textOf(token['issuer']) ||
    (split?.[1] ?? (isService ? kind.charAt(0).toUpperCase() + kind.slice(1) : ''))
  return readEntry({ kind: 'totp', secret, issuer, account: accountIn(name, issuer), digits: token['digits'] || undefined })
}

/** Names are `issuer: account`, `issuer:account` or `issuer - account`. */
function accountIn(name: string, issuer: string): string {
  if (issuer === '' || !name.toLowerCase().startsWith(issuer.toLowerCase())) return name
  return name.slice(issuer.length).replace(/^\s*(?::|-\s)?\s*/, '')
}
