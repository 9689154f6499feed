import { setUserStatus } from '@twofold/contract/admin/users'
import { verifyEmail } from '@twofold/contract/links'
import { deleteKey, listKeys } from '@twofold/contract/keys'
import { listActivity } from '@twofold/contract/profile'
import { shareKey } from '@twofold/contract/sharing/grants'
import { acceptOffer, declineOffer, findOffer, listOffers, transferKey, withdrawOffer } from '@twofold/contract/sharing/hand-over'
import { expect, test } from 'vitest'
import { handOver, offerKey } from '../../testing/hand-over.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startOffice } from '../../testing/start-office.ts'

const shared = shareApp(startOffice)

async function start() {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  await ann.enterPin()
  const owners = async () => Promise.all([ann, bo, cy].map(async (person) => (await person.call(listKeys, {})).body.own_keys.length))
  return { app, ann, bo, cy, params, owners }
}

type Person = Awaited<ReturnType<typeof start>>['ann']
const offersTo = async (person: Person) => (await person.call(listOffers, {})).body.data
const happened = async (person: Person) => (await person.call(listActivity, { query: {} })).body.data.map(({ description }) => description)

test('a key is offered with the own PIN only', async () => {
  const { app, ann, bo, params } = await start()
  app.clock.advance(6 * 60_000)
  const offer = () => ann.call(transferKey, { params, body: { email: bo.email } })
  expect(await offer()).toMatchObject({ status: 403, body: { code: 'pin.required' } })
  expect(await offersTo(bo)).toEqual([])
  await ann.enterPin()
  expect((await offer()).status).toBe(200)
})

test('a key stays with its owner until the person it is offered to accepts', async () => {
  const { ann, bo, params, owners } = await start()
  const { body } = await ann.call(transferKey, { params, body: { email: bo.email } })
  expect(body).toMatchObject({ message: `Code host is offered to ${bo.email}. It stays yours until they accept.` })
  expect(await owners()).toEqual([1, 0, 0])
  expect(await bo.visible()).toEqual([])
  expect((await ann.call(findOffer, { params })).body.offer).toMatchObject({ email: bo.email })
  expect((await bo.call(findOffer, { params })).body).toMatchObject({ code: 'keys.not_found' })
  const [offer] = await offersTo(bo)
  expect(offer).toMatchObject({ key: { name: 'Code host', issuer: null }, offered_by: {} })
  const answer = await bo.call(acceptOffer, { params: { id: offer?.id ?? '' } })
  expect(answer.body).toMatchObject({ message: 'Code host belongs to you now.', key_id: params.id })
  expect(await owners()).toEqual([0, 1, 0])
  expect(await offersTo(bo)).toEqual([])
  expect((await happened(ann)).slice(0, 2)).toEqual([`Key Code host handed over to ${bo.email}`, `Key Code host offered to ${bo.email}`])
  expect((await happened(bo)).slice(0, 2)).toEqual(['Key Code host was handed over to you', 'Key Code host was offered to you'])
})

test('a person who declines owns nothing, and the owner reads it by the address that they typed', async () => {
  const { ann, bo, params, owners } = await start()
  const id = await offerKey(ann, bo, params.id)
  expect((await bo.call(declineOffer, { params: { id } })).body).toMatchObject({ message: 'You declined Code host.' })
  expect((await bo.call(acceptOffer, { params: { id } })).body.code).toBe('sharing.offer_over')
  expect(await owners()).toEqual([1, 0, 0])
  expect((await ann.call(findOffer, { params })).body).toEqual({ offer: null })
  const { data } = (await ann.call(listActivity, { query: {} })).body
  expect(data[0]).toMatchObject({ description: `${bo.email} declined the offer of key Code host`, actor: null })
})

test('an offer is answered by its recipient alone', async () => {
  const { ann, bo, cy, params, owners } = await start()
  const id = await offerKey(ann, bo, params.id)
  for (const person of [ann, cy])
    for (const call of [acceptOffer, declineOffer])
      expect((await person.call(call, { params: { id } })).body.code).toBe('sharing.offer_over')
  expect(await owners()).toEqual([1, 0, 0])
  expect(await offersTo(bo)).toHaveLength(1)
})

test('an offer that was withdrawn, replaced, or has run out cannot be accepted any longer', async () => {
  const { app, ann, bo, cy, params, owners } = await start()
  const withdrawn = await offerKey(ann, bo, params.id)
  expect((await ann.call(withdrawOffer, { params })).body.message).toBe(`Code host is no longer offered to ${bo.email}.`)
  expect((await ann.call(withdrawOffer, { params })).body.code).toBe('sharing.offer_over')
  const replaced = await offerKey(ann, bo, params.id)
  const expired = await offerKey(ann, cy, params.id)
  await app.db.updateTable('key_offers').set({ expires_at: app.clock.date() }).where('id', '=', expired).execute()
  expect(await offersTo(cy)).toEqual([])
  expect((await ann.call(findOffer, { params })).body).toEqual({ offer: null })
  for (const [person, id] of [
    [bo, withdrawn],
    [bo, replaced],
    [cy, expired],
  ] as const)
    expect((await person.call(acceptOffer, { params: { id } })).body.code).toBe('sharing.offer_over')
  expect(await owners()).toEqual([1, 0, 0])
})

test('a key that is deleted or handed over to somebody else ends its offer', async () => {
  const { ann, bo, cy, params } = await start()
  const id = await offerKey(ann, bo, params.id)
  await ann.call(deleteKey, { params })
  expect(await offersTo(bo)).toEqual([])
  expect((await bo.call(acceptOffer, { params: { id } })).body.code).toBe('sharing.offer_over')
  const { key } = await ann.addKey('Mail')
  await handOver(ann, cy, key.id)
  expect((await cy.call(findOffer, { params: { id: key.id } })).body).toEqual({ offer: null })
})

test('nobody accepts from an owner who is deactivated: the leaver plan decides about their keys', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const id = await offerKey(ann, bo, key.id)
  await app.admin.call(setUserStatus, { params: { id: await app.idOf(ann.email) }, body: { is_active: false } })
  expect((await bo.call(acceptOffer, { params: { id } })).body.code).toBe('sharing.offer_over')
  expect(await bo.visible()).toEqual([])
})

test('the answer is the same, byte for byte, for an account, a deactivated one, a deleted one, an unproven one and an unknown address', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const names = ['alpha', 'bravo', 'crane', 'delta', 'extra']
  const addresses = names.map((name) => app.address(`${name}@example.org`))
  const [, inactive = '', deleted = '', unproven = ''] = addresses
  for (const name of names.slice(0, 4)) await app.signUp(`${name}@example.org`)
  await app.admin.call(setUserStatus, { params: { id: await app.idOf(inactive) }, body: { is_active: false } })
  await app.db.updateTable('users').set({ deleted_at: app.clock.date(), is_active: false }).where('email', '=', deleted).execute()
  await app.db.updateTable('users').set({ admitted_at: null }).where('email', '=', unproven).execute()
  const { key } = await ann.addKey('Code host')
  await ann.enterPin()
  const answers = []
  for (const email of addresses) {
    const { status, body } = await ann.call(transferKey, { params: { id: key.id }, body: { email } })
    const pending = (await ann.call(findOffer, { params: { id: key.id } })).body.offer
    const plain = (value: unknown) => JSON.stringify(value).replaceAll(email, '…')
    answers.push(`${status} ${plain(body)} ${plain({ ...pending, created_at: '', expires_at: '' })}`)
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^200 /)
})

test('an offer to an address without account waits for the person who proves it', async () => {
  const { app, ann, params } = await start()
  const email = app.address('new@example.org')
  await ann.call(transferKey, { params, body: { email } })
  const person = await app.signUp('new@example.org')
  expect(await offersTo(person)).toEqual([])
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email }))
  await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })
  const [offer] = await offersTo(person)
  expect((await happened(person))[0]).toBe('Key Code host was offered to you')
  expect((await person.call(acceptOffer, { params: { id: offer?.id ?? '' } })).status).toBe(200)
  expect((await person.call(listKeys, {})).body.own_keys).toHaveLength(1)
})

test('the recipient gets an e-mail, once for each offer, and an address without account an invitation', async () => {
  const { app, ann, bo, params } = await start()
  for (const email of [bo.email, bo.email, app.address('new@example.org'), bo.email])
    await ann.call(transferKey, { params, body: { email } })
  expect((await eventsOf(app, 'key.offered')).map(({ data }) => data['key.name'])).toEqual(['Code host', 'Code host'])
  expect(await eventsOf(app, 'key.share.invited')).toHaveLength(1)
})

test('an offer counts as a contact, as a share does', async () => {
  const { app, ann, params } = await start()
  for (let number = 0; number < 20; number += 1)
    expect((await ann.call(transferKey, { params, body: { email: app.address(`p${number}@example.org`) } })).status).toBe(200)
  expect((await ann.call(transferKey, { params, body: { email: app.address('late@example.org') } })).body.code).toBe(
    'sharing.too_many_invitations',
  )
  expect((await ann.call(shareKey, { params, body: { email: app.address('later@example.org') } })).body.code).toBe(
    'sharing.too_many_invitations',
  )
})
