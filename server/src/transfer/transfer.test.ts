import { formatOtpauth, parseOtpauth } from '@twofold/contract/otpauth'
import { editKey, listKeys } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import { exportKeys, importKeys } from '@twofold/contract/transfer'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const linkOf = (number: number, rest = '') =>
  `otpauth://totp/Host:ann?secret=${new Secret({ buffer: new TextEncoder().encode(`secret-${number}`.padEnd(20)).buffer }).base32}&issuer=Host${rest}`
const entryOf = (number: number) => ({ name: `Key ${number}`, uri: linkOf(number) })

const shared = shareApp(startTestApp)

async function start(app = shared()) {
  const ann = await app.signUp('ann@example.org')
  const take = (
    entries: {
      name: string
      uri: string
      tags?: string[]
      note?: string
      favourite?: boolean | undefined
      icon?: string | undefined
      sites?: string[] | undefined
    }[],
    dryRun = false,
  ) => ann.call(importKeys, { body: { dry_run: dryRun, entries } })
  const own = async () => (await ann.call(listKeys, {})).body.own_keys
  return { app, ann, take, own }
}

test('a dry run gives every entry its verdict and adds nothing; the import then does what it said', async () => {
  const { ann, take, own } = await start()
  await ann.addKey('Mine', { uri: linkOf(1) })
  const entries = [
    { name: 'Same secret, other name', uri: linkOf(1) },
    { name: 'Same secret, other codes', uri: linkOf(1, '&digits=8') },
    { ...entryOf(2), tags: [' Team ', 'Team'], note: 'work' },
    entryOf(2),
    { name: '', uri: linkOf(3) },
    { name: 'x', uri: 'otpauth://totp/x?secret=1' },
    { name: 'x', uri: `otpauth://totp/x?secret=${rfcSecret}&period=0` },
  ]
  const expected = ['duplicate', 'add', 'add', 'duplicate', 'refused', 'refused', 'refused']
  const dry = await take(entries, true)
  expect(dry.body.verdicts.map(({ verdict }) => verdict)).toEqual(expected)
  expect(dry.body.verdicts.slice(4).map(({ reason }) => reason)).toEqual([
    'Name is required',
    'Its link is not valid.',
    'Its period is not valid.',
  ])
  expect(await own()).toHaveLength(1)
  expect((await take(entries)).body).toEqual(dry.body)
  expect((await own()).map(({ name, digits, tags }) => [name, digits, tags])).toEqual([
    ['Mine', 6, []],
    ['Same secret, other codes', 8, []],
    ['Key 2', 6, ['Team']],
  ])
})

test('a favorite of the other application is one here, of the person who imports alone', async () => {
  const { app, take, own } = await start()
  const bo = await app.signUp('bo@example.org')
  await take([{ ...entryOf(1), favourite: true }, entryOf(2)])
  await bo.call(importKeys, { body: { dry_run: false, entries: [entryOf(1)] } })
  expect((await own()).map(({ name, favourite }) => [name, favourite])).toEqual([
    ['Key 1', true],
    ['Key 2', false],
  ])
  expect((await bo.call(listKeys, {})).body.own_keys).toMatchObject([{ favourite: false }])
})

test('imported sites are kept as typed ones are, and what is none is left out, as are all of them in forms of others', async () => {
  const { ann, take, own } = await start()
  const sites = ['HTTPS://Mail.Example.org/', 'https://mail.example.org', 'http://mail.example.org', 'https://*.co.uk', '*.example.com']
  const odd = ['', '\0', 'https://a\r\nb', `https://${'a'.repeat(400)}.org`, 'https://😀.example.org']
  expect((await take([{ ...entryOf(1), sites }])).body.added).toBe(1)
  expect((await own())[0]?.sites).toEqual(['https://mail.example.org', 'https://*.example.com'])
  await take([
    { ...entryOf(2), sites: odd },
    { ...entryOf(3), sites: Array.from({ length: 30 }, (_, index) => `https://${index}.example.org`) },
  ])
  const [, second, third] = await own()
  expect([second?.sites, third?.sites?.length]).toEqual([['https://xn--e28h.example.org'], 20])
  await ann.enterPin()
  const exported = async (format: 'twofold' | 'bitwarden') => (await ann.call(exportKeys, { body: { format } })).body.keys[0]?.sites
  expect([await exported('twofold'), await exported('bitwarden')]).toEqual([
    ['https://mail.example.org', 'https://*.example.com'],
    undefined,
  ])
})

test('invisible characters of imported names are left out, and an entry whose name or tag holds a link is refused, with the reason', async () => {
  const { take, own } = await start()
  const link = 'otpauth%3A//totp/x?secret=JBSWY3DPEHPK3PXP'
  const refusal = 'An otpauth link holds a secret, and this text is stored unencrypted. Add the link as a key instead.'
  const issuer = linkOf(1).replace('issuer=Host', `issuer=${encodeURIComponent('Ho\u202est\ufeff')}`)
  const { body } = await take([
    { name: '\ufeffMa\u200bil\u2069', uri: issuer, tags: ['wo\u2060rk', '\u200b'] },
    { name: link, uri: linkOf(2) },
    { name: 'Mail', uri: linkOf(3), tags: ['otpauth://totp/x'] },
    { name: '\u200b\u2060', uri: linkOf(4) },
    { name: 'Mail', uri: linkOf(5).replace('issuer=Host', `issuer=${encodeURIComponent(link)}`) },
  ])
  expect(body.verdicts.map(({ reason }) => reason)).toEqual([null, refusal, refusal, 'Name is required', 'Its issuer is not valid.'])
  expect((await own()).map(({ name, issuer, tags }) => [name, issuer, tags])).toEqual([['Mail', 'Host', ['work']]])
})

test('imported keys show the codes of other software', async () => {
  const { app, ann, take } = await start()
  await take([{ name: 'Host', uri: `otpauth://totp/Host:ann?secret=${rfcSecret}&algorithm=SHA512&digits=8` }])
  const totp = new TOTP({ secret: Secret.fromBase32(rfcSecret), algorithm: 'SHA512', digits: 8 })
  expect((await ann.codes())[0]?.code).toBe(totp.generate({ timestamp: app.clock.now() }))
})

test('the same file twice adds nothing, also at the same time, and also after a counter moved on', async () => {
  const { take, own } = await start()
  const counted = { name: 'Counted', uri: `otpauth://hotp/Host:ann?secret=${rfcSecret}&counter=1` }
  const entries = [...Array.from({ length: 50 }, (_, number) => entryOf(number)), counted]
  const answers = await Promise.all([take(entries), take(entries), take(entries)])
  expect(answers.map(({ body }) => body.added).toSorted((one, other) => one - other)).toEqual([0, 0, 51])
  expect(await own()).toHaveLength(51)
  expect((await take([{ ...counted, uri: counted.uri.replace('counter=1', 'counter=9') }])).body.duplicates).toBe(1)
})

test('5,000 keys go in at once, one more does not, and of an import that fails nothing stays', async () => {
  const { app, ann, take, own } = await start(await startTestApp())
  const entries = Array.from({ length: 5000 }, (_, number) => entryOf(number))
  await app
    .asOwner()
    .schema.alterTable('keys')
    .addCheckConstraint('no_late_key', sql`name <> 'Key 4999'`)
    .execute()
  expect((await take(entries)).status).toBe(500)
  await app.asOwner().schema.alterTable('keys').dropConstraint('no_late_key').execute()
  expect(await own()).toHaveLength(0)
  expect((await take(entries)).body.added).toBe(5000)
  const beyond = await take([entryOf(6000), entryOf(7)])
  expect(beyond.body.verdicts).toEqual([
    { verdict: 'refused', reason: 'You can store up to 5,000 keys.' },
    { verdict: 'duplicate', reason: null },
  ])
  const { body } = await ann.call(listActivity, { query: {} })
  expect(body.data.filter(({ kind }) => kind === 'keys_imported')).toHaveLength(1)
})

test('an export has every own key whole, asks for the PIN, is written down and told', async () => {
  const { app, ann, take } = await start()
  const bo = await app.signUp('bo@example.org')
  await bo.share((await bo.addKey('Not hers')).key.id, ann.email)
  await take([{ ...entryOf(1), tags: ['Team'], note: 'work' }])
  const { body: refused } = await ann.call(exportKeys, { body: { format: 'twofold' } })
  expect(refused.code).toBe('pin.required')
  await ann.enterPin()
  const { body } = await ann.call(exportKeys, { body: { format: 'twofold' } })
  expect(body.keys).toMatchObject([{ name: 'Key 1', tags: ['Team'], note: 'work' }])
  const read = parseOtpauth(body.keys[0]?.uri ?? '')
  expect(read.ok && formatOtpauth(read.parameters)).toBe(body.keys[0]?.uri)
  expect((await take(body.keys)).body).toMatchObject({ added: 0, duplicates: 1 })
  const activities = (await ann.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  expect(activities).toContain('Keys exported as Twofold: 1')
})

test('an export of chosen keys has these and no others, and none when one of them is not an own key', async () => {
  const { app, ann, take } = await start()
  const { id } = (await ann.call(getCurrentUser, {})).body
  const bo = await app.signUp('bo@example.org')
  const { key: bos } = await bo.addKey('Not hers')
  await bo.share(bos.id, ann.email)
  await take([entryOf(1), entryOf(2)])
  const { key } = await ann.addKey('Chosen', { uri: linkOf(3) })
  await ann.enterPin()
  const { body } = await ann.call(exportKeys, { body: { format: 'qr', key_ids: [key.id, key.id] } })
  expect(body.keys.map(({ name }) => name)).toEqual(['Chosen'])
  expect(await app.db.selectFrom('secret_showings').where('user_id', '=', id).select(['key_id', 'what']).execute()).toEqual([
    { key_id: key.id, what: 'export' },
  ])
  const refused = await ann.call(exportKeys, { body: { format: 'qr', key_ids: [key.id, bos.id] } })
  expect([refused.status, refused.body.code]).toEqual([404, 'keys.not_found'])
  const activities = (await ann.call(listActivity, { query: {} })).body.data.map(({ description }) => description)
  expect(activities.filter((text) => text.startsWith('Keys exported'))).toEqual(['Keys exported as QR codes: 1'])
})

test('for a day after a reset by an administrator exports stay closed', async () => {
  const { app, ann } = await start()
  await ann.enterPin()
  const until = new Date(app.clock.now() + 60_000)
  await app.db.updateTable('users').set({ secrets_closed_until: until }).where('email', '=', ann.email).execute()
  expect((await ann.call(exportKeys, { body: { format: 'links' } })).body.code).toBe('keys.secrets_closed')
})

test('our own file brings every kind of key back as it was, also one without an issuer', async () => {
  const { app, ann } = await start()
  const bo = await app.signUp('bo@example.org')
  const note = '  two lines\nof it '
  await ann.addKey('Door', { type: 'hotp', secret: rfcSecret, digits: 8, counter: 7, tags: ['Team', 'Night'], note })
  await ann.addKey('Games', { type: 'steam', secret: rfcSecret, issuer: 'Steam: EU', account: 'a:b' })
  await ann.addKey('Bank', { secret: rfcSecret, algorithm: 'SHA512', digits: 10, period: 300, account: 'ann+1@example.org' })
  const [first] = (await ann.call(listKeys, {})).body.own_keys
  await ann.call(editKey, { params: { id: first?.id ?? '' }, body: { sites: ['https://door.example.org', 'https://*.example.com'] } })
  await ann.enterPin()
  const { keys } = (await ann.call(exportKeys, { body: { format: 'twofold' } })).body
  await bo.call(importKeys, { body: { dry_run: false, entries: keys } })
  await bo.enterPin()
  expect((await bo.call(exportKeys, { body: { format: 'twofold' } })).body.keys).toEqual(keys)
  const listed = async (person: typeof ann) =>
    (await person.call(listKeys, {})).body.own_keys.map(({ id: _id, created_at: _at, ...rest }) => rest)
  expect(await listed(bo)).toEqual(await listed(ann))
  const links = (await ann.call(exportKeys, { body: { format: 'links' } })).body.keys.map(({ uri }) => parseOtpauth(uri))
  expect(links.map((link) => link.ok && link.parameters.issuer)).toEqual(['Door', 'Steam: EU', 'Bank'])
})
