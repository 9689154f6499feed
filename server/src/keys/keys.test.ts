import { addKey, deleteKey, listKeys } from '@twofold/contract/keys'
import { formatOtpauth, parseOtpauth } from '@twofold/contract/otpauth'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'

const shared = shareApp(async (options) => {
  const app = await startTestApp(options)
  return { ...app, ann: await app.signUp('ann@example.org') }
})

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('a key is added with the parameters of its otpauth link, all of them', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const parameters = { issuer: 'A: B & C', account: 'ops@example.org', algorithm: 'SHA512', digits: 8, period: 60, counter: null } as const
  const uri = formatOtpauth({ kind: 'totp', secret: rfcSecret, ...parameters })
  const { key } = await ann.addKey('Code host', { uri })
  expect(key).toMatchObject({ name: 'Code host', type: 'totp', ...parameters })
})

test('a link pasted where the secret goes is read as a link', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Door', { secret: `otpauth://hotp/Door:ann?secret=${rfcSecret}&counter=7&digits=7` })
  expect(key).toMatchObject({ type: 'hotp', counter: 7, digits: 7, period: null, account: 'ann' })
})

test('an empty secret is generated with 160 bits and shown once, also as a link that other applications read', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key, provisioning } = await ann.addKey('Mail server', { secret: '  ' })
  expect(provisioning?.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(parseOtpauth(provisioning?.uri ?? '')).toMatchObject({
    ok: true,
    parameters: { kind: 'totp', secret: provisioning?.secret, issuer: 'Mail server', account: ann.email, digits: 6, period: 30 },
  })
  expect((await ann.addKey('Typed', { secret: rfcSecret })).provisioning).toBeUndefined()
  const listed = await ann.call(listKeys, {})
  expect(listed.body.own_keys.map(({ name }) => name)).toEqual([key.name, 'Typed'])
})

test('a text that is not Base32 is refused with a message, and case, spaces and dashes do not matter', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const refused = await ann.call(addKey, { body: { name: 'Wrong', secret: 'this is 1 of 8 not Base32!' } })
  expect(refused.status).toBe(422)
  expect(refused.body.errors?.['secret']?.[0]).toContain('not valid Base32')
  const short = await ann.call(addKey, { body: { name: 'Short', secret: 'A' } })
  expect(short.body.errors?.['secret']).toEqual(['This secret is too short.'])
  await ann.addKey('Seventeen letters', { secret: 'GEZDGNBVGY3TQOJQM' })
  const { key } = await ann.addKey('Spaced', { secret: 'gezd gnbv-gy3t qojq gezd gnbv gy3t qojq ====' })
  const plain = await ann.addKey('Plain', { secret: rfcSecret })
  const codes = await ann.codes()
  expect(codes.find(({ id }) => id === key.id)?.code).toBe(codes.find(({ id }) => id === plain.key.id)?.code)
})

test.each([
  ['a blank name', { name: '   ' }, 'name'],
  ['a name with a line break', { name: 'a\r\nb' }, 'name'],
  ['eleven digits', { name: 'x', digits: 11 }, 'digits'],
  ['a period of 0', { name: 'x', period: 0 }, 'period'],
  ['a period of 301 s', { name: 'x', period: 301 }, 'period'],
  ['an unknown algorithm', { name: 'x', algorithm: 'MD5' }, 'algorithm'],
  ['a counter on a time-based key', { name: 'x', counter: 5 }, 'counter'],
  ['a period on a counter-based key', { name: 'x', type: 'hotp', period: 30 }, 'period'],
  ['six digits on a Steam key', { name: 'x', type: 'steam', digits: 6 }, 'digits'],
  ['a link and a secret', { name: 'x', uri: `otpauth://totp/x?secret=${rfcSecret}`, secret: rfcSecret }, 'secret'],
  ['a link without a secret', { name: 'x', uri: 'otpauth://totp/x' }, 'uri'],
  ['an unknown field', { name: 'x', owner_id: 'me' }, 'owner_id'],
  ['a name of the wrong type', { name: ['x'] }, 'name'],
])('%s is refused on its field', async (_, body, field) => {
  const { ann } = shared()
  const answer = await ann.send('POST', '/api/keys', { body })
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors ?? {})).toContain(field)
})

test('secrets and notes are stored encrypted, and no list carries them', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const added = await ann.send<{ key: { id: string } }>('POST', '/api/keys', {
    body: { name: 'Bank', secret: rfcSecret, note: 'the red token in the safe', tags: ['Finance', 'Finance'] },
  })
  expect(added.text).not.toContain(rfcSecret)
  const row = await app.db.selectFrom('keys').selectAll().where('id', '=', added.body.key.id).executeTakeFirstOrThrow()
  expect(row.secret.includes('12345678901234567890')).toBe(false)
  expect(row.note?.includes('red token')).toBe(false)
  expect(row.tags).toEqual(['Finance'])
  for (const path of ['/api/keys', '/api/keys/generate-codes']) {
    const { text } = await ann.send('GET', path)
    expect(text).not.toContain(rfcSecret)
    expect(text).not.toContain('secret')
  }
})

test('only the owner can delete a key, and then its code is gone from the very next call on', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  expect((await bo.call(deleteKey, { params })).status).toBe(404)
  const deleted = await ann.call(deleteKey, { params })
  expect(deleted.body.message).toBe('2FA key "Code host" deleted successfully.')
  expect(await ann.codes()).toEqual([])
  expect((await ann.call(deleteKey, { params })).body.code).toBe('keys.not_found')
})

test('the secret of a deleted key is destroyed after the time in which it can be brought back', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  await ann.call(deleteKey, { params: { id: key.id } })
  app.clock.advance(59_000)
  expect(await app.keyDeletion.purgeDeleted()).toBe(0)
  app.clock.advance(2_000)
  expect(await app.keyDeletion.purgeDeleted()).toBe(1)
  expect(await app.db.selectFrom('keys').select('id').execute()).toEqual([])
})

test('the same Idempotency-Key adds one key, also when both requests come at once, and does not show the secret again', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const add = (name: string) => ann.call(addKey, { body: { name } }, { 'idempotency-key': 'add-1' })
  const both = await Promise.all([add('Code host'), add('Code host')])
  expect(both.map(({ status }) => status)).toContain(201)
  const repeated = await add('Code host')
  expect(repeated.status).toBe(201)
  expect(repeated.body.provisioning).toBeUndefined()
  expect(both.map(({ body }) => body.key?.id)).toContain(repeated.body.key.id)
  expect((await ann.call(listKeys, {})).body.own_keys).toHaveLength(1)
  expect((await add('Another')).body.code).toBe('idempotency.mismatch')
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(addKey, { body: { name: 'Code host' } }, { 'idempotency-key': 'add-1' })).status).toBe(201)
})

test('a call that failed does not use up its Idempotency-Key', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const headers = { 'idempotency-key': 'add-1' }
  expect((await ann.call(addKey, { body: { name: 'x', secret: 'not base32 !' } }, headers)).status).toBe(422)
  expect((await ann.call(addKey, { body: { name: 'x', secret: 'not base32 !' } }, headers)).status).toBe(422)
})

test('every wrong field of a new key is named at once, whichever layer finds it', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const send = async (body: object) => (await ann.send('POST', '/api/keys', { body })).body
  const fieldsOf = async (body: object) => Object.keys((await send(body)).errors ?? {}).toSorted()
  expect(await fieldsOf({ name: '', secret: 'not base32 0189' })).toEqual(['name', 'secret'])
  expect(await fieldsOf({ name: '', uri: 'https://example.org' })).toEqual(['name', 'uri'])
  expect(await fieldsOf({ name: 'Code host', secret: 'not base32 0189', counter: 3 })).toEqual(['counter', 'secret'])
  expect(await fieldsOf({ name: '', secret: 'not base32 0189', counter: 3, digits: 99 })).toEqual(['counter', 'digits', 'name', 'secret'])
  // A field that is malformed is complained about once, and one alone has its own code.
  expect((await send({ name: '', secret: 5 })).errors).toEqual({ name: ['Name is required'], secret: [expect.any(String)] })
  expect(await send({ name: 'Code host', secret: 'not base32 0189' })).toMatchObject({ code: 'keys.secret_invalid' })
})
