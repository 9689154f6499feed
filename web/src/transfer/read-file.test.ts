import { mapSealed } from '@twofold/contract/sealed-fields'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { HOTP, Secret, TOTP } from 'otpauth'
import { computeCode } from '../codes/compute-code.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { toBytes, toText } from './opening/bytes.ts'
import { writeOwnFile } from './formats/twofold.ts'
import { readTransfer } from './read-file.ts'
import { bank, failure, failureOfText, fixture as open, games, hello, other, ownFixtures, password, rfc } from '../testing/import-files.ts'

// As in cut.test.ts: the readers of this file derive each key once, and are this file's alone.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('./opening/unlock.ts', async (load) => (await import('../testing/derive-once.ts')).deriveOnce(await load()))

const host = { kind: 'totp', secret: rfc, algorithm: 'SHA512', digits: 8, period: 60, counter: null, issuer: 'Code host' }
const annsHost = { ...host, account: 'ann@example.org' }

const parametersOf = async (name: string, password?: string) =>
  (await readTransfer(await open(name), { password })).entries.flatMap((entry) => (entry.ok ? [entry.parameters] : []))

describe('every application', () => {
  test.each([
    ['Aegis', 'aegis-plain.json'],
    ['Aegis', 'aegis-encrypted.json'],
    ['2FAS', '2fas-plain.2fas'],
    ['2FAS', '2fas-encrypted.2fas'],
    ['andOTP', 'andotp-plain.json'],
    ['andOTP', 'andotp-encrypted.base64'],
    ['Ente Auth', 'ente-encrypted.txt'],
    ['Ente Auth', 'ente-encrypted-untagged.txt'],
    ['links', 'links.txt'],
  ])('%s: %s has all of its keys with every parameter', async (format, name) => {
    expect((await readTransfer(await open(name), { password })).format).toBe(format)
    expect(await parametersOf(name, password)).toEqual([annsHost, bank, games])
  })

  test.each(['bitwarden.json', 'bitwarden-pbkdf2.json', 'bitwarden-argon2.json'])(
    'Bitwarden: %s has links, bare secrets and those of Steam; what has no code is passed over',
    async (name) => {
      const plain = { ...host, algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Plain', account: 'ann' }
      const read = await readTransfer(await open(name), { password })
      expect(read.format).toBe('Bitwarden')
      expect(read.entries.map((entry) => (entry.ok ? entry.parameters : entry))).toEqual([annsHost, plain, games])
    },
  )

  test('Proton Authenticator: entries are named by their service', async () => {
    const { entries } = await readTransfer(await open('proton.json'))
    expect(entries).toMatchObject([
      { name: 'Code host', note: 'work', parameters: annsHost },
      { name: 'Steam', parameters: { ...games, issuer: 'Steam', account: 'Games' } },
    ])
  })

  test('Raivo', async () => {
    expect(await parametersOf('raivo.json')).toEqual([annsHost, bank])
  })

  test('Ente Auth: what is in its trash stays out', async () => {
    const link = (trashed: boolean) =>
      `otpauth://totp/${trashed ? 'Old' : 'New'}:ann?secret=${rfc}&codeDisplay=${encodeURIComponent(JSON.stringify({ trashed }))}`
    expect((await readTransfer(toBytes(`${link(true)}\n${link(false)}\n`))).entries).toMatchObject([{ name: 'New' }])
    expect(await failureOfText(`${link(true)}\n`)).toBe('empty')
  })

  test('a Steam key of 6 digits, as applications write it that do not know Steam, has the codes of Steam', async () => {
    const entry = {
      secret: other,
      issuer: 'Games',
      account: 'ann',
      kind: 'STEAM',
      algorithm: 'SHA1',
      digits: '6',
      timer: '30',
      counter: '0',
    }
    expect((await readTransfer(toBytes(JSON.stringify([entry])))).entries).toMatchObject([{ ok: true, parameters: games }])
  })

  test('tags, notes and names come along', async () => {
    const [aegis] = (await readTransfer(await open('aegis-plain.json'))).entries
    expect(aegis).toMatchObject({ name: 'Code host', tags: ['Team'], note: 'work' })
    expect((await readTransfer(await open('2fas-plain.2fas'))).entries[0]).toMatchObject({ name: 'Code host', tags: ['Team'] })
  })

  test('Ente Auth: tags, note, blanks and a counter that is left out, in its own file and in its automatic backup', async () => {
    const display = (rest: object) => encodeURIComponent(JSON.stringify({ pinned: false, trashed: false, ...rest })).replaceAll('%20', '+')
    const links = [
      `otpauth://totp/Code%20host:ann%2B1%40example.org?secret=${rfc}%3D%3D&issuer=Code+host&algorithm=sha1&digits=6&period=30&codeDisplay=${display({ tags: ['Team', 'a,b'], note: 'a  note + more ' })}`,
      `otpauth://hotp/Door:?secret=${hello}&issuer=Door&algorithm=SHA1&digits=6&period=30&codeDisplay=${display({ tags: [], note: '' })}`,
      'otpauth://totp/C%2B%2B:bo?secret=' + other + '&issuer=C%2B%2B&codeDisplay=not+JSON',
    ]
    const expected = [
      { name: 'Code host', tags: ['Team', 'a,b'], note: 'a  note + more ', parameters: { account: 'ann+1@example.org', digits: 6 } },
      { name: 'Door', tags: [], note: '', parameters: { kind: 'hotp', counter: 0 } },
      { name: 'C++', tags: [], note: '', parameters: { account: 'bo' } },
    ]
    for (const text of [`${links.join('\n')}\n`, links.map((link) => `"${link}"`).join('\n')])
      expect((await readTransfer(toBytes(text))).entries).toMatchObject(expected)
  })

  test('an entry that cannot be taken over is refused by itself, by name', async () => {
    expect((await readTransfer(await open('aegis-plain.json'))).entries[3]).toEqual({ ok: false, name: 'Old', refusal: 'kind' })
  })

  test.each(ownFixtures)('%s: every key shows the code that other software shows', async (name) => {
    const read = await parametersOf(name, password)
    expect(read.length).toBeGreaterThan(1)
    for (const key of read) expect([key.issuer, await computeCode(key, windowOf(key))]).toEqual([key.issuer, foreignCode(key.issuer)])
  })
})

const moment = 1_700_000_000
const windowOf = ({ kind, period }: KeyParameters) => (kind === 'hotp' ? 41 : Math.floor(moment / (period ?? 30)))

/** By another implementation, from what the fixtures were written with. */
function foreignCode(issuer: string | undefined): string {
  const timestamp = moment * 1000
  switch (issuer) {
    case 'Code host':
      return TOTP.generate({ secret: Secret.fromBase32(rfc), algorithm: 'SHA512', digits: 8, period: 60, timestamp })
    case 'Plain':
      return TOTP.generate({ secret: Secret.fromBase32(rfc), timestamp })
    case 'Bank':
      return HOTP.generate({ secret: Secret.fromBase32(hello), algorithm: 'SHA256', digits: 7, counter: 41 })
    case 'Games':
    case 'Steam': {
      // Steam shows the value of RFC 4226 in an alphabet of its own, five letters of it, lowest first.
      const value = Number(HOTP.generate({ secret: Secret.fromBase32(other), digits: 10, counter: Math.floor(moment / 30) }))
      return [0, 1, 2, 3, 4].map((place) => '23456789BCDFGHJKMNPQRTVWXY'[Math.floor(value / 26 ** place) % 26]).join('')
    }
    default:
      throw new Error(`Nothing is known of ${issuer}.`)
  }
}

describe('a password', () => {
  const encrypted = [
    'aegis-encrypted.json',
    '2fas-encrypted.2fas',
    'andotp-encrypted.base64',
    'ente-encrypted.txt',
    'ente-encrypted-untagged.txt',
    'bitwarden-pbkdf2.json',
    'bitwarden-argon2.json',
  ]
  test.each(encrypted)('%s: is asked for, and a wrong one opens nothing', async (name) => {
    const file = await open(name)
    expect(await failure(readTransfer(file))).toBe('password_needed')
    expect(await failure(readTransfer(file, { password: 'open sesame' }))).toBe('password_wrong')
  })

  test('of Aegis opens any of the slots that are for a password, and a fingerprint alone none', async () => {
    const file = JSON.parse(toText(await open('aegis-encrypted.json'))) as { header: { slots: { type: number; key: string }[] } }
    const slot = file.header.slots.find(({ type }) => type === 1)
    if (!slot) throw new Error('The fixture has no slot for a password.')
    const others = { ...slot, key: slot.key.replace(/^../, (byte) => (byte === '00' ? '01' : '00')) }
    const withSlots = (slots: object[]) => JSON.stringify({ ...file, header: { ...file.header, slots } })
    const read = await readTransfer(toBytes(withSlots([{ ...slot, type: 2 }, others, slot])), { password })
    expect(read.entries).toHaveLength(4)
    expect(await failureOfText(withSlots([others]), password)).toBe('password_wrong')
    expect(await failureOfText(withSlots([{ ...slot, type: 2 }]), password)).toBe('encrypted_elsewhere')
  })

  test('of our own file is the only way in, and nothing in the file can be changed', async () => {
    const uri = `otpauth://totp/Code%20host:ann?secret=${rfc}&issuer=Code%20host&algorithm=SHA1&digits=6&period=30`
    const note = '  two lines\nof it '
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    const text = await writeOwnFile(
      [{ ...mapSealed(() => ''), name: 'Mine', uri, tags: ['Team'], note, favourite: true, sites: ['https://example.org'], icon: png }],
      password,
    )
    expect(text).not.toContain(rfc)
    const read = await readTransfer(toBytes(text), { password })
    expect(read).toMatchObject({
      format: 'Twofold',
      entries: [
        {
          name: 'Mine',
          tags: ['Team'],
          note,
          isFavourite: true,
          sites: ['https://example.org'],
          icon: { type: 'image/png' },
          parameters: { secret: rfc },
        },
      ],
    })
    expect(await failureOfText(text)).toBe('password_needed')
    expect(await failureOfText(text, 'other')).toBe('password_wrong')
    expect(await failureOfText(text.replace('"parallelism": 1', '"parallelism": 2'), password)).toBe('password_wrong')
  })
})

describe('a list of links', () => {
  // Two accounts in two codes, as another writer of Protocol Buffers writes them.
  const migration = [
    'otpauth-migration://offline?data=CiQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNhbm4aAUEgASgBMAIQARgCIAAoTQ%3D%3D',
    'otpauth-migration://offline?data=CiQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNhbm4aAUIgASgBMAIQARgCIAEoTQ%3D%3D',
  ]

  test('has the parts of an export apart from the keys, since some may be missing', async () => {
    const read = await readTransfer(toBytes(`otpauth://totp/a?secret=${rfc}\n${migration[0]}`))
    expect([read.format, read.entries.length, read.parts.map(({ index, size }) => [index, size])]).toEqual(['links', 1, [[0, 2]]])
    const only = await readTransfer(toBytes(migration.join('\n')))
    expect([only.format, only.entries, only.parts.length]).toEqual(['Google Authenticator', [], 2])
    expect(await failureOfText(`otpauth://totp/a?secret=${rfc}\n${migration[0]?.slice(0, 50)}`)).toBe('damaged')
  })

  test('tells how far it is', async () => {
    const progress: number[][] = []
    const lines = Array.from({ length: 250 }, (_, number) => `otpauth://totp/${number}?secret=${rfc}`)
    await readTransfer(toBytes(lines.join('\n')), { onProgress: (done, total) => progress.push([done, total]) })
    expect(progress).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ])
  })
})

describe('a backup of andOTP', () => {
  test.each([
    [{ label: 'Code host - Code host:ann' }, ['Code host', 'ann']],
    [{ label: 'Code host:ann' }, ['Code host', 'ann']],
    [{ label: 'ann' }, [undefined, 'ann']],
    [{ issuer: 'Code host', label: 'Code host:ann' }, ['Code host', 'ann']],
    [{ issuer: 'Code host', label: 'ann - at work' }, ['Code host', 'ann - at work']],
  ])('names issuer and account in the way of its version: %o', async (names, expected) => {
    const { entries } = await readTransfer(toBytes(JSON.stringify([{ secret: rfc, type: 'TOTP', ...names }])))
    expect(entries).toMatchObject([{ parameters: { kind: 'totp' } }])
    expect(entries.map((entry) => entry.ok && [entry.parameters.issuer, entry.parameters.account])).toEqual([expected])
  })
})
