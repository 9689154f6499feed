import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { addGroup, addGroupMember, deleteGroup } from '@twofold/contract/sharing/memberships'
import { deleteKey, listKeys, restoreKey } from '@twofold/contract/keys'
import { verifyEmail } from '@twofold/contract/links'
import { listShares, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { acceptOffer, listOffers, transferKey } from '@twofold/contract/sharing/hand-over'
import { nextCode } from '@twofold/contract/codes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { offerKey } from '../testing/hand-over.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { eventually } from '../testing/eventually.ts'
import { idOfAccount } from '../testing/account-row.ts'

const shared = shareApp(startTestApp)

async function start() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host')
  return { app, ann, bo, cy, key, params: { id: key.id } }
}

async function makeVerification(app: TestApp, email: string): Promise<string> {
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId: id, email }))
  return link['link.url'].split('#token=')[1] ?? ''
}

test('one person shared with six times at once has one share, and one revocation ends it', async () => {
  const { ann, bo, params } = await start()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      ann.call(shareKey, { params, body: { email: bo.email, permission: index % 2 === 0 ? 'view' : 'admin' } }),
    ),
  )
  expect(answers.filter(({ body }) => body.type === 'success')).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.share_id)).size).toBe(1)
  const share_id = answers[0]?.body.share_id ?? ''
  const revoked = await Promise.all(Array.from({ length: 4 }, () => ann.call(revokeShare, { params: { ...params, share_id } })))
  expect(revoked.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await bo.visible()).toEqual([])
  expect((await ann.call(listShares, { params })).body.data).toEqual([])
})

test('a share and the proof of its address that meet leave nothing waiting', async () => {
  const { app, ann } = await start()
  for (let round = 0; round < 8; round++) {
    const person = await app.signUp(`new${round}@example.org`)
    const { email } = person
    await app.db.updateTable('users').set({ admitted_at: null }).where('email', '=', email).execute()
    const token = await makeVerification(app, email)
    const { key } = await ann.addKey(`Key ${round}`)
    const [shared, verified] = await Promise.all([
      ann.call(shareKey, { params: { id: key.id }, body: { email } }),
      app.call(verifyEmail, { body: { token } }),
    ])
    expect([shared.status, verified.status]).toEqual([200, 200])
    expect(await person.visible()).toEqual([key.id])
  }
})

test('a key that is offered to two people at once has one of them as its new owner, and its former one nothing', async () => {
  const { ann, bo, cy, params } = await start()
  await ann.share(params.id, bo.email)
  await ann.enterPin()
  const offered = await Promise.all([bo, cy].map(({ email }) => ann.call(transferKey, { params, body: { email } })))
  expect(offered.map(({ status }) => status)).toEqual([200, 200])
  const offers = await Promise.all([bo, cy].map(async (person) => (await person.call(listOffers, {})).body.data))
  const [offer] = offers.flat()
  expect(offers.flat()).toHaveLength(1)
  const answers = await Promise.all([bo, cy, bo, cy].map((person) => person.call(acceptOffer, { params: { id: offer?.id ?? '' } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
  expect(await ann.visible()).toEqual([])
  const owned = await Promise.all([bo, cy].map(async (person) => (await person.call(listKeys, {})).body.own_keys.length))
  expect(owned.toSorted((a, b) => a - b)).toEqual([0, 1])
  for (const code of [...(await bo.codes()), ...(await cy.codes())]) expect(code.code).toMatch(/^\d{6}$/)
})

test('sharing, handing over, deleting and bringing back at once leave a key with one owner who can do everything', async () => {
  const { ann, bo, cy, params } = await start()
  const id = await offerKey(ann, bo, params.id)
  const answers = await Promise.all([
    ann.call(shareKey, { params, body: { email: cy.email } }),
    bo.call(acceptOffer, { params: { id } }),
    ann.call(deleteKey, { params }),
    ann.call(restoreKey, { params }),
    bo.call(restoreKey, { params }),
    ann.call(shareKey, { params, body: { email: bo.email } }),
  ])
  for (const { status } of answers) expect([200, 403, 404]).toContain(status)
  for (const person of [ann, bo]) await person.call(restoreKey, { params })
  const owners = await Promise.all([ann, bo].map(async (person) => (await person.call(listKeys, {})).body.own_keys.length))
  expect(owners.toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('a group that is deleted while it is shared with and joined gives nobody anything afterwards', async () => {
  const { ann, bo, cy, params } = await start()
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const groupParams = { id: group.id }
  await ann.call(addGroupMember, { params: groupParams, body: { email: bo.email } })
  const answers = await Promise.all([
    ann.call(shareKey, { params, body: { group_id: group.id } }),
    ann.call(addGroupMember, { params: groupParams, body: { email: cy.email } }),
    ann.call(deleteGroup, { params: groupParams }),
    ann.call(shareKey, { params, body: { group_id: group.id, permission: 'admin' } }),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  expect([await bo.visible(), await cy.visible()]).toEqual([[], []])
  expect((await ann.call(listKeys, {})).body.own_keys[0]?.shared_with).toBe(0)
})

test('everybody who has a counter-based key gets another code, also when all ask at once', async () => {
  const { ann, bo, cy } = await start()
  const { key } = await ann.addKey('Door', { type: 'hotp', counter: 0 })
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => [ann, bo, cy][index % 3] ?? ann).map((person) =>
      person.call(nextCode, { params: { id: key.id } }),
    ),
  )
  expect(answers.map(({ body }) => body.counter).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 6 }, (_, index) => index + 1))
})

test('backup codes that are read at the moment their key changes hands are read', async () => {
  const { app, ann, bo, cy, params } = await start()
  await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111'] } })
  await ann.share(params.id, cy.email, { permission: 'admin' })
  await cy.enterPin()
  const owner = { from: await idOfAccount(app, ann.email), to: await idOfAccount(app, bo.email) }
  const listed = await app.transaction(async (tx) => {
    await sql`lock table backup_codes in access exclusive mode`.execute(tx.db)
    const answer = cy.call(listBackupCodes, { params })
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_locks where relation = 'backup_codes'::regclass and not granted`.execute(app.db)
      expect(rows).toHaveLength(1)
    })
    await app.transfers.changeOwner(tx, params.id, owner)
    return { answer }
  })
  expect((await listed.answer).body.data).toMatchObject([{ code: 'aaaa-1111' }])
})

test('a deletion that is taken back twice at once is taken back, and both learn it', async () => {
  const { ann, params } = await start()
  for (let round = 0; round < 8; round++) {
    await ann.call(deleteKey, { params })
    const answers = await Promise.all([ann.call(restoreKey, { params }), ann.call(restoreKey, { params })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
})
