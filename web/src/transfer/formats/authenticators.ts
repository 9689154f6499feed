import { msg } from '@lingui/core/macro'
import { encodeBase32 } from '@twofold/contract/base32'
import { fromBase64, fromHex } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { anyList, type Fields, fieldsOf } from '../opening/json.ts'
import { readEntry, type ReadEntry, textOf } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { secretIn } from './secret-in.ts'
import { readLink } from './links.ts'

/* Applications whose files are a plain list. */

export const duo: ImportFormat<'Duo'> = {
  name: 'Duo',
  help: msg`The accounts file of the app on Android`,
  detects: ({ list = [] }) => list.some((account) => 'otpGenerator' in account || ('accountType' in account && 'pkey' in account)),
  reads: ({ list = [] }) => ({
    source: readEach(list, (account) => {
      const { otpSecret, counter } = fieldsOf(account['otpGenerator'])
      // Accounts of Duo itself are approved in the application and have no key.
      if (otpSecret === undefined && account['accountType'] !== 'OtpAccount') return []
      const kind = counter === undefined || counter === null ? 'totp' : 'hotp'
      return [readEntry({ kind, secret: otpSecret, issuer: account['accountName'], account: account['name'], counter })]
    }),
  }),
}

export const lastPass: ImportFormat<'LastPass Authenticator'> = {
  name: 'LastPass Authenticator',
  help: msg`Settings, Transfer accounts, Export accounts to file: JSON`,
  detects: ({ fields }) => {
    const [first] = Array.isArray(fields['accounts']) ? fields['accounts'].map(fieldsOf) : []
    return first !== undefined && ('issuerName' in first || 'originalIssuerName' in first)
  },
  reads({ fields }) {
    const folders = new Map(
      (Array.isArray(fields['folders']) ? fields['folders'] : []).map(fieldsOf).map(({ id, name }) => [id, textOf(name)]),
    )
    const places = (account: Fields) => fieldsOf(account['folderData'])
    const accounts = (fields['accounts'] as unknown[]).map(fieldsOf)
    return {
      source: readEach(
        accounts.toSorted((one, other) => Number(places(one)['position'] ?? 0) - Number(places(other)['position'] ?? 0)),
        (account) => {
          const folder = folders.get(places(account)['folderId']) ?? ''
          return [
            readEntry({
              kind: 'totp',
              secret: account['secret'],
              issuer: textOf(account['issuerName']) || account['originalIssuerName'],
              account: textOf(account['userName']) || account['originalUserName'],
              algorithm: account['algorithm'],
              digits: account['digits'] || undefined,
              period: account['timeStep'] || undefined,
              // Everybody has these two folders.
              tags: /^(?:favorites|other accounts)$/i.test(folder) ? [] : [folder],
              favourite: account['isFavorite'],
            }),
          ]
        },
      ),
    }
  },
}

/** The file of Steam on a phone, of Steam Desktop Authenticator or of steamguard-cli; older ones hold one account. */
export const steam: ImportFormat<'Steam'> = {
  name: 'Steam',
  help: msg`A maFile, or the Steamguard file on Android`,
  detects: ({ fields }) => steamAccounts(fields).some((account) => 'shared_secret' in account),
  reads: ({ fields }) => ({
    source: readEach(steamAccounts(fields), (account) => [
      readEntry({
        kind: 'steam',
        secret: secretIn(() => fromBase64(account['shared_secret'])),
        issuer: 'Steam',
        account: account['account_name'],
      }),
    ]),
  }),
}

function steamAccounts(file: Fields): Fields[] {
  const { accounts } = file
  if (Array.isArray(accounts)) return accounts.map(fieldsOf)
  return 'shared_secret' in file ? [file] : Object.values(fieldsOf(accounts)).map(fieldsOf)
}

const battleNetName = (name: string) => `com.blizzard.messenger.AUTHENTICATOR_${name}`
const battleNetMask = fromHex(
  '398e27fc50276a656065b0e525f4c06c04c61075286b8e7aeda59da9813b5dd6c80d2fb38068773fa59ba47c17ca6c6479015c1d5b8b8f6b9a',
)

/** The preferences of Battle.net on Android, whose texts are masked with a fixed key. */
export const battleNet: ImportFormat<'Battle.net'> = {
  name: 'Battle.net',
  help: msg`The settings file on Android`,
  detects: ({ preferences }) => preferences?.has(battleNetName('DEVICE_SECRET')) ?? false,
  reads({ preferences }) {
    const unmask = (name: string) => {
      const masked = fromHex((preferences?.get(battleNetName(name)) ?? '').trim())
      return String.fromCharCode(...masked.map((byte, at) => byte ^ (battleNetMask[at] ?? 0)))
    }
    const entry = readEntry({
      kind: 'totp',
      secret: encodeBase32(fromHex(unmask('DEVICE_SECRET'))),
      issuer: 'Battle.net',
      account: unmask('SERIAL'),
      digits: 8,
    })
    return { source: readEach([entry], (entry) => [entry]) }
  },
}

/** 2FAuth takes the escapes out of its links (TwoFAccountExportResource), so that an issuer ends at its first `&` and loses its `+`; the label has it whole. */
const namedByLabel = (link: string) => (/^otpauth:\/\/\w+\/[^?]*:/i.test(link) ? link.replace(/([?&])issuer=[^&]*/i, '$1') : link)

/** The export of 2FAuth: https://docs.2fauth.app/getting-started/usage/import/ */
export const twofauth: ImportFormat<'2FAuth'> = {
  name: '2FAuth',
  help: msg`Export: JSON`,
  detects: ({ fields, list: [first = {}] = [] }) =>
    'otp_type' in first ||
    (Array.isArray(fields['data']) && (/^2fauth/i.test(textOf(fields['app'])) || 'otp_type' in fieldsOf(fields['data'][0]))),
  reads: ({ fields, list = anyList(fields['data']).map((one) => (typeof one === 'string' ? { uri: one } : fieldsOf(one))) }) => ({
    source: readEach(list, (account): ReadEntry[] => {
      const kind = textOf(account['otp_type']).toLowerCase()
      // One of its two kinds of export has only links.
      const link = namedByLabel(textOf(account['uri'])) || textOf(account['legacy_uri'])
      if (kind === '' && link !== '') return [readLink(link)]
      return [
        readEntry({
          kind,
          secret: account['secret'],
          issuer: account['service'],
          account: account['account'],
          algorithm: account['algorithm'],
          digits: account['digits'],
          period: account['period'],
          counter: account['counter'],
          // Beside the name under which its server keeps it.
          icon: account['icon_file'],
        }),
      ]
    }),
  }),
}
