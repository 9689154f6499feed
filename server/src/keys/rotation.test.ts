import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { takeTurn } from '@twofold/contract/codes'
import type { CallInput } from '@twofold/contract/endpoint'
import { editKey, rotateKey, showSecret } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import { HOTP, Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const oldSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const newSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const middleOfWindow = Date.parse('2026-11-23T09:00:12.000Z')

/** As another authenticator shows it, so many windows of 30 s from `at` on. */
const codeAt = (at: number, { secret = newSecret, digits = 6, windows = 0 } = {}) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits }).generate({ timestamp: at + windows * 30_000 })
const codesAt = (at: number, options: { secret?: string; digits?: number; windows?: number } = {}): [string, string] => [
  codeAt(at, options),
  codeAt(at, { ...options, windows: (options.windows ?? 0) + 1 }),
]

const shared = shareApp((options) => startTestApp({ now: middleOfWindow, ...options }))

async function startShared() {
  const app = shared()
  const [ann, bo, cy] = [
    await app.signUp('ann@example.org', 'Ann'),
    await app.signUp('bo@example.org', 'Bo'),
    await app.signUp('cy@example.org', 'Cy'),
  ]
  const { key } = await ann.addKey('Code host', { secret: oldSecret })
  const params = { id: key.id }
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, cy.email, { permission: 'view' })
  for (const person of [ann, bo, cy]) await person.enterPin()
  const rotate = (body: Partial<CallInput<typeof rotateKey>['body']> = {}, person = ann) =>
    person.call(rotateKey, { params, body: { secret: newSecret, codes: codesAt(middleOfWindow), ...body } })
  return { app, ann, bo, cy, params, rotate }
}

test('a key gets another secret behind the PIN: people with access keep it and are notified, and nothing of the old secret is left', async () => {
  const { app, ann, bo, cy, params, rotate } = await startShared()
  const find = () => app.db.selectFrom('keys').where('id', '=', params.id).select(['secret', 'generation']).executeTakeFirstOrThrow()
  const before = await find()
  const { status, body } = await rotate()
  expect([status, body.message, body.told, body.renewals_closed]).toEqual([200, 'The secret of Code host was replaced.', 2, 0])
  for (const person of [ann, bo, cy]) {
    expect((await person.codes())[0]).toMatchObject({ code: codeAt(middleOfWindow), next_code: codeAt(middleOfWindow, { windows: 1 }) })
  }
  expect((await bo.call(showSecret, { params })).body.secret).toBe(newSecret)
  const after = await find()
  expect(after.secret.equals(before.secret)).toBe(false)
  expect(after.generation).toBe(before.generation + 1)

  const kinds = async (person: typeof ann) =>
    (await person.call(listActivity, { query: {} })).body.data.flatMap(({ kind, description }) =>
      /rotated/.test(kind) ? [description] : [],
    )
  expect(await kinds(ann)).toEqual(['Secret of Code host replaced'])
  expect(await kinds(cy)).toEqual(['Secret of Code host, which is shared with you, was replaced'])
  const facts = { 'key.name': 'Code host', 'key.issuer': '', 'share.by': 'Ann' }
  const notices = await eventsOf(app, 'key.rotated')
  expect(notices.map(({ data }) => data)).toEqual([facts, facts])
})

test('without the PIN nothing is replaced, and full control is not enough', async () => {
  const { app, bo, cy, rotate } = await startShared()
  expect((await rotate({}, bo)).body.code).toBe('keys.owner_only')
  expect((await rotate({}, cy)).body.code).toBe('keys.owner_only')
  const di = await app.signUp('di@example.org', 'Di')
  const { key } = await di.addKey('Door', { secret: oldSecret })
  const ask = () => di.call(rotateKey, { params: { id: key.id }, body: { secret: newSecret, codes: codesAt(middleOfWindow) } })
  expect((await ask()).body.code).toBe('pin.required')
  await di.enterPin()
  expect((await ask()).status).toBe(200)
})

test('both codes are of the new secret, in a row, and of a few minutes at most', async () => {
  const { app, params, rotate } = await startShared()
  const [one, two] = codesAt(middleOfWindow)
  const refused: [string, string][] = [
    [two, one],
    [one, one],
    [one, codeAt(middleOfWindow, { windows: 2 })],
    codesAt(middleOfWindow, { secret: oldSecret }),
    codesAt(middleOfWindow, { windows: -11 }),
    codesAt(middleOfWindow, { windows: 2 }),
  ]
  for (const codes of refused) {
    const { status, body } = await rotate({ codes })
    expect([codes, status, body.code, Object.keys(body.errors ?? {})]).toEqual([codes, 422, 'keys.codes_not_in_a_row', ['codes']])
  }
  const row = await app.db.selectFrom('secret_rotations').where('key_id', '=', params.id).selectAll().execute()
  expect(row).toEqual([])
  // Written as applications show them, and tried some minutes ago.
  const early = codesAt(middleOfWindow, { windows: -10 })
  expect((await rotate({ codes: [`${early[0].slice(0, 3)} ${early[0].slice(3)}`, early[1]] })).status).toBe(200)
})

test('no secret, the same secret, and what is none are refused at their field', async () => {
  const { rotate } = await startShared()
  const codesOfOld = codesAt(middleOfWindow, { secret: oldSecret })
  const refusals = [
    await rotate({ secret: ' ' }),
    await rotate({ secret: oldSecret.toLowerCase(), codes: codesOfOld }),
    await rotate({ secret: '1 is no Base32' }),
    await rotate({ secret: undefined, uri: 'https://example.org' }),
  ]
  expect(refusals.map(({ body }) => [body.code, Object.keys(body.errors ?? {})])).toEqual([
    ['keys.secret_required', ['secret']],
    ['keys.secret_unchanged', ['secret']],
    ['keys.secret_invalid', ['secret']],
    ['keys.uri_invalid', ['uri']],
  ])
})

test('a secret alone keeps the settings of the key, and a link brings its own', async () => {
  const { ann, params, rotate } = await startShared()
  await ann.call(editKey, { params, body: { digits: 8 } })
  expect((await rotate({ codes: codesAt(middleOfWindow, { digits: 8 }) })).body.key).toMatchObject({ digits: 8, period: 30 })
  const link = `otpauth://totp/Elsewhere:somebody?secret=${oldSecret}&digits=6`
  const codes = codesAt(middleOfWindow, { secret: oldSecret })
  const { body } = await rotate({ secret: undefined, uri: link, codes })
  expect(body.key).toMatchObject({ digits: 6, name: 'Code host', issuer: null, account: null })
  expect((await ann.codes())[0]?.code).toBe(codes[0])
})

test('a counter-based key counts on after the two codes that were tried', async () => {
  const { ann } = await startShared()
  const { key } = await ann.addKey('Door', { type: 'hotp', secret: oldSecret, counter: 40 })
  const hotp = new HOTP({ secret: Secret.fromBase32(newSecret) })
  const codes: [string, string] = [hotp.generate({ counter: 0 }), hotp.generate({ counter: 1 })]
  const answer = await ann.call(rotateKey, { params: { id: key.id }, body: { secret: newSecret, codes } })
  expect(answer.body.key.counter).toBe(2)
})

test('backup codes stay unless they are void as well', async () => {
  const { ann, params, rotate } = await startShared()
  await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111'] } })
  await rotate()
  expect((await ann.call(listBackupCodes, { params })).body.data).toHaveLength(1)
  await rotate({ secret: oldSecret, codes: codesAt(middleOfWindow, { secret: oldSecret }), drop_backup_codes: true })
  expect((await ann.call(listBackupCodes, { params })).body.data).toEqual([])
})

test('the second of two who replace a secret at once with the same new one learns that it is there', async () => {
  const { rotate } = await startShared()
  const answers = await Promise.all([rotate(), rotate()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('keys.secret_unchanged')
})

test('windows that were reserved of the old secret, or of another period, bind nobody', async () => {
  const { ann, bo, params, rotate } = await startShared()
  const turns = async () => (await ann.codes())[0]?.turns
  await bo.call(takeTurn, { params })
  expect(await turns()).toHaveLength(1)
  await rotate()
  expect(await turns()).toBeUndefined()
  await bo.call(takeTurn, { params })
  await ann.call(editKey, { params, body: { period: 60 } })
  expect(await turns()).toBeUndefined()
})
