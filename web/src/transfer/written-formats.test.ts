import { mapSealed } from '@twofold/contract/sealed-fields'
import { describe, expect, test } from 'vitest'
import { toBase64, toBytes } from './opening/bytes.ts'
import { readTransfer } from './read-file.ts'
import { foreignWriters } from './written-formats.ts'

const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Of one transparent pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const noTexts = mapSealed(() => '')
const keys = [
  {
    ...noTexts,
    name: 'Mine & <yours>',
    uri: `otpauth://totp/Code%20host:ann?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`,
    tags: ['Team', 'a "b"'],
    note: 'two\nlines \u0007',
    favourite: true,
    icon: png,
  },
  { ...noTexts, name: 'Bank', uri: `otpauth://hotp/Bank:ann?secret=${rfc}&issuer=Bank&algorithm=SHA256&digits=7&counter=41`, tags: [] },
  {
    ...noTexts,
    name: 'Games',
    uri: `otpauth://steam/Games:ann?secret=${rfc}&issuer=Games&algorithm=SHA1&digits=5&period=30`,
    tags: ['Team'],
  },
]

describe('exports for other applications', () => {
  test('Aegis: types, settings, groups and notes stand where its documentation has them', () => {
    const { header, db } = JSON.parse(foreignWriters.aegis.write(keys)) as {
      header: object
      db: { entries: object[]; groups: { uuid: string; name: string }[] }
    }
    expect(header).toEqual({ slots: null, params: null })
    expect(db.groups.map(({ name }) => name)).toEqual(['Team', 'a "b"'])
    const uuids = db.groups.map(({ uuid }) => uuid)
    expect(db.entries).toMatchObject([
      { type: 'totp', name: 'ann', issuer: 'Code host', groups: uuids, info: { secret: rfc, algo: 'SHA512', digits: 8, period: 60 } },
      { type: 'hotp', issuer: 'Bank', groups: [], info: { algo: 'SHA256', digits: 7, counter: 41 } },
      { type: 'steam', groups: [uuids[0]], info: { digits: 5, period: 30 } },
    ])
  })

  test('Bitwarden: logins with links, its own for Steam, and a counter-based key where no wrong codes come of it', () => {
    const { items, folders } = JSON.parse(foreignWriters.bitwarden.write(keys)) as {
      items: object[]
      folders: { id: string; name: string }[]
    }
    expect(items).toMatchObject([
      {
        type: 1,
        name: 'Mine & <yours>',
        folderId: folders[0]?.id,
        notes: 'two\nlines \u0007',
        login: { username: 'ann', totp: keys[0]?.uri },
      },
      { folderId: null, notes: null, login: { totp: null }, fields: [{ name: 'Link', value: keys[1]?.uri, type: 1 }] },
      { login: { totp: `steam://${rfc}` } },
    ])
  })

  test('KeePass: nothing in a name can become a tag of the XML', () => {
    const xml = foreignWriters.keepass.write(keys)
    expect(xml).toContain('<Value>Mine &amp; &lt;yours&gt;</Value>')
    expect(xml).toContain('<Tags>Team;a &quot;b&quot;</Tags>')
    expect(xml).toContain(
      `otpauth://totp/Games:ann?secret=${rfc}&amp;issuer=Games&amp;algorithm=SHA1&amp;digits=5&amp;period=30&amp;encoder=steam`,
    )
    expect(xml).not.toContain('\u0007')
  })

  test('KeePass: codes stand in its own fields too, and no counter-based key where KeePassXC would take it for a time-based one', () => {
    const xml = foreignWriters.keepass.write(keys)
    const fieldsOf = (entry: string) =>
      new Map([...entry.matchAll(/<Key>([^<]+)<\/Key><Value[^>]*>([^<]*)/g)].map(([, name = '', value = '']) => [name, value]))
    const [host, bank, games] = xml.split('<Entry>').slice(1).map(fieldsOf)
    expect(Object.fromEntries(host ?? [])).toMatchObject({
      'TimeOtp-Secret-Base32': rfc,
      'TimeOtp-Algorithm': 'HMAC-SHA-512',
      'TimeOtp-Length': '8',
      'TimeOtp-Period': '60',
      otp: keys[0]?.uri.replaceAll('&', '&amp;'),
    })
    expect(bank?.get('Link')).toBe(keys[1]?.uri.replaceAll('&', '&amp;'))
    expect([bank?.has('otp'), games?.has('TimeOtp-Secret-Base32')]).toEqual([false, false])
  })

  test('Aegis and KeePass: a picture stands where their formats have one', () => {
    const { db } = JSON.parse(foreignWriters.aegis.write(keys)) as { db: { entries: object[] } }
    expect(db.entries).toMatchObject([
      { icon: png, icon_mime: 'image/png', favorite: true },
      { icon: null, favorite: false },
      { icon: null },
    ])
    const xml = foreignWriters.keepass.write(keys)
    const [, uuid] = /<CustomIcons>\s*<Icon><UUID>([^<]+)<\/UUID><Data>([^<]+)<\/Data><\/Icon>\s*<\/CustomIcons>/.exec(xml) ?? []
    expect(xml.split(`<CustomIconUUID>${uuid}</CustomIconUUID>`)).toHaveLength(2)
  })

  // ReplaceHmacOtpPlaceholder in EntryUtil.cs of KeePass 2 asks for 6 digits, and HmacOtp.cs takes SHA-1 then, whatever else is written.
  test.each([
    ['algorithm=SHA1&digits=6', ['HmacOtp-Counter', 'HmacOtp-Secret-Base32']],
    ['algorithm=SHA1&digits=8', []],
    ['algorithm=SHA256&digits=6', []],
  ])('KeePass: a counter-based key of %s stands in its own fields only if it makes these codes', (settings, fields) => {
    const uri = `otpauth://hotp/Bank:ann?secret=${rfc}&issuer=Bank&${settings}&counter=41`
    const xml = foreignWriters.keepass.write([{ ...noTexts, name: 'Bank', uri, tags: [] }])
    expect([...xml.matchAll(/HmacOtp-[^<]+/g)].map(String).sort()).toEqual(fields)
  })

  test('Bitwarden: a link is no longer than its server keeps once encrypted, or it refuses the whole import', async () => {
    const uri = `otpauth://totp/${encodeURIComponent('Я'.repeat(60))}:ann?secret=${rfc}&issuer=${encodeURIComponent('Я'.repeat(60))}&digits=8`
    const written = foreignWriters.bitwarden.write([{ ...noTexts, name: 'Long', uri, tags: [] }])
    const { items } = JSON.parse(written) as { items: { login: { username: string; totp: string } }[] }
    expect(items[0]?.login.username).toBe('ann')
    // EncryptedStringLength(1000) of CipherLoginModel.Totp: `2.`, IV, text and MAC in Base64.
    const sealed = 2 + 24 + 1 + 4 * Math.ceil((16 * (Math.floor((items[0]?.login.totp.length ?? 0) / 16) + 1)) / 3) + 1 + 44
    expect(sealed).toBeLessThanOrEqual(1000)
    expect((await readTransfer(toBytes(written))).entries).toMatchObject([{ parameters: { secret: rfc, digits: 8 } }])
  })

  // Aegis puts a key into the group that it knows by the UUID, and KeePass overwrites the entry that has it.
  test.each(['aegis', 'bitwarden', 'keepass'] as const)('%s: no UUID of one export is in another, whose keys are others', (format) => {
    const uuids = (given: typeof keys) =>
      new Set(foreignWriters[format].write(given).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=<UUID>)[^<]+/g))
    const [first, second] = [uuids(keys.slice(0, 1)), uuids(keys.slice(1))]
    expect(Math.min(first.size, second.size)).toBeGreaterThan(1)
    expect(first.isDisjointFrom(second)).toBe(true)
  })

  test.each([
    ['aegis', ['Team', 'a "b"'], true, true],
    ['bitwarden', ['Team'], true, false],
    ['keepass', ['Team', 'a "b"'], false, true],
  ] as const)('%s: comes back with the same keys, and with all that it has a place for', async (format, tags, hasFavourites, hasIcons) => {
    const { entries } = await readTransfer(toBytes(foreignWriters[format].write(keys)))
    expect(entries).toMatchObject([
      {
        parameters: { kind: 'totp', secret: rfc, issuer: 'Code host', account: 'ann', algorithm: 'SHA512', digits: 8, period: 60 },
        tags,
        isFavourite: hasFavourites,
      },
      { parameters: { kind: 'hotp', secret: rfc, issuer: 'Bank', algorithm: 'SHA256', digits: 7, counter: 41 }, isFavourite: false },
      { parameters: { kind: 'steam', secret: rfc, issuer: 'Games' } },
    ])
    const [first, second] = entries
    expect(first?.ok && first.note).toMatch(/^two\nlines/)
    expect([first, second].map((entry) => entry?.ok && entry.icon && toBase64(entry.icon.bytes))).toEqual([
      hasIcons ? png : undefined,
      undefined,
    ])
  })
})
