import { type KeyParameters, parseOtpauth } from '@twofold/contract/otpauth'
import type { ExportFormat } from '@twofold/contract/transfer'
import type { WrittenKey } from './formats/twofold.ts'

/** Formats of other applications in which keys are exported, none of them encrypted. */
export type ForeignFormat = Exclude<ExportFormat, 'twofold' | 'links' | 'qr'>

interface ForeignWriter {
  /** File name, without the day. */
  name: string
  ending: string
  type: string
  write: (keys: readonly WrittenKey[]) => string
}

/** Writer of each format. */
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

/** A number for each tag, from 0, in the order of their first use. */
const numbersOf = (keys: readonly WrittenKey[]) =>
  new Map([...new Set(keys.flatMap(({ tags }) => tags))].map((tag, number) => [tag, number]))

/** UUIDs that stay the same from one export to the next, as far as the keys do. */
const uuidOf = (kind: number, number: number) =>
  `00000000-0000-4000-8000-${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`

/** https://github.com/beemdevelopment/Aegis/blob/master/docs/vault.md */
function writeAegis(keys: readonly WrittenKey[]): string {
  const groups = numbersOf(keys)
  const entries = keys.map((key, number) => {
    const { kind, secret, issuer = '', account = '', algorithm, digits, period, counter } = parametersOf(key)
    return {
      type: kind,
      uuid: uuidOf(1, number),
      name: account || key.name,
      issuer,
      note: key.note,
      favorite: key.favourite === true,
      ...(key.icon === undefined ? { icon: null } : { icon: key.icon, icon_mime: 'image/png' }),
      info: { secret, algo: algorithm, digits, ...(kind === 'hotp' ? { counter } : { period }) },
      groups: key.tags.map((tag) => uuidOf(2, groups.get(tag) ?? 0)),
    }
  })
  const named = [...groups].map(([name, number]) => ({ uuid: uuidOf(2, number), name }))
  return toJson({ version: 1, header: { slots: null, params: null }, db: { version: 3, entries, groups: named } })
}

const hiddenField = 1

/**
 * https://bitwarden.com/help/condition-bitwarden-import/. A folder is the first tag; Bitwarden has its own links for Steam. It takes any link for a
 * time-based one and would show wrong codes of a counter-based key, whose link is a field of its own.
 */
function writeBitwarden(keys: readonly WrittenKey[]): string {
  const folders = numbersOf(keys)
  const items = keys.map((key, number) => {
    const { kind, secret, account } = parametersOf(key)
    const [folder] = key.tags
    return {
      id: uuidOf(1, number),
      organizationId: null,
      folderId: folder === undefined ? null : uuidOf(2, folders.get(folder) ?? 0),
      type: 1,
      reprompt: 0,
      name: key.name,
      notes: key.note || null,
      favorite: key.favourite === true,
      login: {
        uris: [],
        username: account ?? null,
        password: null,
        totp: kind === 'hotp' ? null : kind === 'steam' ? `steam://${secret}` : key.uri,
      },
      ...(kind === 'hotp' && { fields: [{ name: 'Link', value: key.uri, type: hiddenField, linkedId: null }] }),
      collectionIds: null,
    }
  })
  const named = [...folders].map(([name, number]) => ({ id: uuidOf(2, number), name }))
  return toJson({ encrypted: false, folders: named, items })
}

/**
 * The XML that KeePass 2 imports. Codes are in the fields of KeePass itself and in `otp`, which KeePassXC and plugins read; Steam is named as KeePassXC
 * does. KeePassXC takes any link in `otp` for a time-based one and would show wrong codes of a counter-based key, so that has its link elsewhere.
 */
function writeKeePass(keys: readonly WrittenKey[]): string {
  const icons = new Map([...new Set(keys.flatMap(({ icon }) => icon ?? []))].map((icon, number) => [icon, number]))
  const pictures = [...icons].map(([icon, number]) => `      <Icon><UUID>${base64Uuid(2, number)}</UUID><Data>${icon}</Data></Icon>`)
  const entries = keys.map((key, number) => {
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
      `        <UUID>${base64Uuid(1, number)}</UUID>`,
      ...(key.icon === undefined ? [] : [`        <CustomIconUUID>${base64Uuid(2, icons.get(key.icon) ?? 0)}</CustomIconUUID>`]),
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
    `      <UUID>${base64Uuid(0, 1)}</UUID>`,
    '      <Name>Twofold</Name>',
    ...entries,
    '    </Group>',
    '  </Root>',
    '</KeePassFile>',
    '',
  ].join('\n')
}

/** https://keepass.info/help/base/placeholders.html#otp */
function codesOf({ uri }: WrittenKey, { kind, secret, algorithm, digits, period, counter }: KeyParameters): Record<string, string> {
  if (kind === 'steam') return { otp: `${uri.replace('://steam/', '://totp/')}&encoder=steam` }
  const name = kind === 'hotp' ? 'HmacOtp' : 'TimeOtp'
  return {
    ...(kind === 'hotp' ? { Link: uri } : { otp: uri }),
    [`${name}-Secret-Base32`]: secret,
    [`${name}-Length`]: String(digits),
    [`${name}-Algorithm`]: algorithm.replace('SHA', 'HMAC-SHA-'),
    ...(kind === 'hotp' ? { [`${name}-Counter`]: String(counter) } : { [`${name}-Period`]: String(period) }),
  }
}

const base64Uuid = (kind: number, number: number) =>
  btoa(String.fromCharCode(...(uuidOf(kind, number).replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))

/** Characters that XML 1.0 cannot hold are left out. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
