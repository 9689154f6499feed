import { cutText } from '@twofold/contract/cut-text'
import { formatOtpauth, type KeyParameters, otpauthDefaults, parseOtpauth } from '@twofold/contract/otpauth'
import type { ExportFormat } from '@twofold/contract/transfer'
import { randomId } from '../lib/random-id.ts'
import type { WrittenKey } from './formats/twofold.ts'
import { fromHex, toBase64 } from './opening/bytes.ts'

/** Formats of other applications in which keys are exported, none of them encrypted. */
export type ForeignFormat = Exclude<ExportFormat, 'twofold' | 'links' | 'qr'>

interface ForeignWriter {
  /** File name, without the day. */
  name: string
  ending: string
  type: string
  write: (keys: readonly WrittenKey[]) => string
}

export const foreignWriters: Record<ForeignFormat, ForeignWriter> = {
  aegis: { name: 'twofold-aegis', ending: 'json', type: 'application/json', write: writeAegis },
  bitwarden: { name: 'twofold-bitwarden', ending: 'json', type: 'application/json', write: writeBitwarden },
  keepass: { name: 'twofold-keepass', ending: 'xml', type: 'application/xml', write: writeKeePass },
}

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

function parametersOf({ uri }: WrittenKey): KeyParameters {
  const read = parseOtpauth(uri)
  if (!read.ok) throw new Error('The server wrote a link that cannot be read.')
  return read.parameters
}

/** A UUID of its own for each export: an application takes one that it has seen before for the same group or entry. */
const newUuid = () => randomId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
const newBase64Uuid = () => toBase64(fromHex(randomId()))

const uuidsOfTags = (keys: readonly WrittenKey[]) => new Map(keys.flatMap(({ tags }) => tags).map((tag) => [tag, newUuid()]))

/** https://github.com/beemdevelopment/Aegis/blob/master/docs/vault.md */
function writeAegis(keys: readonly WrittenKey[]): string {
  const groups = uuidsOfTags(keys)
  const entries = keys.map((key) => {
    const { kind, secret, issuer = '', account = '', algorithm, digits, period, counter } = parametersOf(key)
    return {
      type: kind,
      uuid: newUuid(),
      name: account || key.name,
      issuer,
      note: key.note,
      favorite: key.favourite === true,
      ...(key.icon === undefined ? { icon: null } : { icon: key.icon, icon_mime: 'image/png' }),
      info: { secret, algo: algorithm, digits, ...(kind === 'hotp' ? { counter } : { period }) },
      groups: key.tags.map((tag) => groups.get(tag)),
    }
  })
  const named = [...groups].map(([name, uuid]) => ({ uuid, name }))
  return toJson({ version: 1, header: { slots: null, params: null }, db: { version: 3, entries, groups: named } })
}

const hiddenField = 1
/** Bitwarden keeps 1,000 characters of a link once it is encrypted, and refuses the whole import for a longer one. */
const mostOfLink = 600

/** Names decide no code, and Bitwarden has them in fields of their own. */
const fitting = (uri: string, { issuer = '', account: _account, ...parameters }: KeyParameters) =>
  uri.length <= mostOfLink ? uri : formatOtpauth({ ...parameters, issuer: cutText(issuer, 20) })

/**
 * https://bitwarden.com/help/condition-bitwarden-import/. A folder is the first tag; Bitwarden has its own links for Steam. It takes any link for a
 * time-based one and would show wrong codes of a counter-based key, whose link is a field of its own.
 */
function writeBitwarden(keys: readonly WrittenKey[]): string {
  const folders = uuidsOfTags(keys)
  const items = keys.map((key) => {
    const parameters = parametersOf(key)
    const { kind, secret, account } = parameters
    const [folder] = key.tags
    return {
      id: newUuid(),
      organizationId: null,
      folderId: folder === undefined ? null : folders.get(folder),
      type: 1,
      reprompt: 0,
      name: key.name,
      notes: key.note || null,
      favorite: key.favourite === true,
      login: {
        uris: [],
        username: account ?? null,
        password: null,
        totp: kind === 'hotp' ? null : kind === 'steam' ? `steam://${secret}` : fitting(key.uri, parameters),
      },
      ...(kind === 'hotp' && { fields: [{ name: 'Link', value: key.uri, type: hiddenField, linkedId: null }] }),
      collectionIds: null,
    }
  })
  const named = [...folders].map(([name, id]) => ({ id, name }))
  return toJson({ encrypted: false, folders: named, items })
}

/**
 * The XML that KeePass 2 imports. Codes are in the fields of KeePass itself and in `otp`, which KeePassXC and plugins read; Steam is named as KeePassXC
 * does. KeePassXC takes any link in `otp` for a time-based one and would show wrong codes of a counter-based key, so that has its link elsewhere.
 */
function writeKeePass(keys: readonly WrittenKey[]): string {
  const icons = new Map(keys.flatMap(({ icon }) => icon ?? []).map((icon) => [icon, newBase64Uuid()]))
  const pictures = [...icons].map(([icon, uuid]) => `      <Icon><UUID>${uuid}</UUID><Data>${icon}</Data></Icon>`)
  const entries = keys.map((key) => {
    const parameters = parametersOf(key)
    const fields = {
      Title: key.name,
      UserName: parameters.account ?? '',
      Password: '',
      URL: '',
      Notes: key.note,
      ...codesOf(key, parameters),
    }
    const strings = Object.entries(fields).map(([name, value]) => {
      const isSecret = /^(?:otp|Link)$|-Secret-/.test(name)
      return `        <String><Key>${name}</Key><Value${isSecret ? ' ProtectInMemory="True"' : ''}>${escapeXml(value)}</Value></String>`
    })
    const tags = escapeXml(key.tags.map((tag) => tag.replaceAll(/[;,]/g, ' ')).join(';'))
    return [
      `      <Entry>`,
      `        <UUID>${newBase64Uuid()}</UUID>`,
      ...(key.icon === undefined ? [] : [`        <CustomIconUUID>${icons.get(key.icon)}</CustomIconUUID>`]),
      `        <Tags>${tags}</Tags>`,
      ...strings,
      `      </Entry>`,
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    '<KeePassFile>',
    '  <Meta>',
    '    <Generator>Twofold</Generator>',
    '    <CustomIcons>',
    ...pictures,
    '    </CustomIcons>',
    '  </Meta>',
    '  <Root>',
    '    <Group>',
    `      <UUID>${newBase64Uuid()}</UUID>`,
    '      <Name>Twofold</Name>',
    ...entries,
    '    </Group>',
    '  </Root>',
    '</KeePassFile>',
    '',
  ].join('\n')
}

/**
 * https://keepass.info/help/base/placeholders.html#otp. KeePass makes counter-based codes of SHA-1 and 6 digits whatever its fields say, so that another
 * key of that kind has its link only.
 */
function codesOf({ uri }: WrittenKey, { kind, secret, algorithm, digits, period, counter }: KeyParameters): Record<string, string> {
  if (kind === 'steam') return { otp: `${uri.replace('://steam/', '://totp/')}&encoder=steam` }
  if (kind === 'hotp') {
    const isUsual = algorithm === otpauthDefaults.algorithm && digits === otpauthDefaults.digits
    return { Link: uri, ...(isUsual && { 'HmacOtp-Secret-Base32': secret, 'HmacOtp-Counter': String(counter) }) }
  }
  return {
    otp: uri,
    'TimeOtp-Secret-Base32': secret,
    'TimeOtp-Length': String(digits),
    'TimeOtp-Algorithm': algorithm.replace('SHA', 'HMAC-SHA-'),
    'TimeOtp-Period': String(period),
  }
}

/** Characters that XML 1.0 cannot hold are left out. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
