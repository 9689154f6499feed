import { addGroup, addGroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { deleteKey } from '@twofold/contract/keys'
import { acceptInvitation, checkLink, readInvitation, verifyEmail } from '@twofold/contract/links'
import { getFactors } from '@twofold/contract/factors'
import { listActivity } from '@twofold/contract/profile'
import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { eventually } from '../../testing/eventually.ts'
import { eventsOf, newestToken } from '../../testing/queued-events.ts'
import { shareApp } from '../../testing/share-app.ts'
import { createPerson, startTestApp, testPassword } from '../../testing/start-test-app.ts'

const quarter = 15 * 60_000
const hour = 4 * quarter

const shared = shareApp(startTestApp)

/** Ann shares two keys with an address that nobody has an account at. */
async function invite() {
  const app = shared()
  const email = app.address('zoe@example.org')
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const [door, host] = [await ann.addKey('Door'), await ann.addKey('Code host')]
  const share_id = await ann.share(door.key.id, email)
  await ann.share(host.key.id, email)
  const token = await newestToken(app, 'key.share.invited')
  const read = async () => (await app.call(readInvitation, { body: { token } })).body
  return { app, ann, email, door, host, share_id, token, read }
}

test('an invitation names who invites and the keys that wait, and nothing that makes a code', async () => {
  const { read } = await invite()
  const answer = await read()
  expect(answer).toEqual({
    invited_by: 'Ann Example',
    keys: [{ name: 'Code host' }, { name: 'Door' }],
    expires_at: expect.stringMatching(/^\d{4}-/) as string,
  })
})

test('keys of others who share with the same address are left out', async () => {
  const { app, email, read } = await invite()
  const bo = await app.signUp('bo@example.org')
  await bo.share((await bo.addKey('Of Bo')).key.id, email)
  expect((await read()).keys.map(({ name }) => name)).toEqual(['Code host', 'Door'])
})

test('a key that is taken back or deleted meanwhile is named no more', async () => {
  const { ann, door, host, share_id, read } = await invite()
  await ann.call(revokeShare, { params: { id: door.key.id, share_id } })
  expect((await read()).keys).toEqual([{ name: 'Code host' }])
  await ann.call(deleteKey, { params: { id: host.key.id } })
  expect((await read()).keys).toEqual([])
})

test('an expired or used invitation still says which person to ask, and names no key', async () => {
  const { app, read } = await invite()
  app.clock.advance(8 * 24 * 60 * 60 * 1000)
  expect(await read()).toMatchObject({ invited_by: 'Ann Example', keys: [] })
  expect((await app.call(readInvitation, { body: { token: 'A'.repeat(43) } })).body).toMatchObject({ code: 'links.wrong' })
})

test('an invited person needs no PIN to join: one is chosen when it is needed, and sign-up still asks for it', async () => {
  const { app, email, token } = await invite()
  const body = { token, name: 'Zoe Example', password: testPassword, password_confirmation: testPassword }
  const { status, body: signedIn } = await app.call(acceptInvitation, { body })
  expect(status).toBe(201)
  const factors = await createPerson(app.url, email, signedIn.access_token ?? '').call(getFactors, {})
  expect(factors.body).toMatchObject({ has_pin: false, pin_state: 'none' })
  const account = { name: 'Yet Example', email: 'yet@example.org', password: testPassword, password_confirmation: testPassword }
  expect((await app.send('POST', '/api/auth/register', { body: account })).body.errors).toEqual({ pin: ['PIN is required'] })
})

test('an invitation of somebody who is gone names no key, and nobody once their account is deleted', async () => {
  const { app, ann, email, read } = await invite()
  const change = (values: { is_active: false; deleted_at?: Date }) =>
    app.db.updateTable('users').set(values).where('email', '=', ann.email).execute()
  await change({ is_active: false })
  expect(await read()).toMatchObject({ invited_by: 'Ann Example', keys: [] })
  await change({ is_active: false, deleted_at: app.clock.date() })
  expect(await read()).toMatchObject({ invited_by: null, keys: [] })
  await app.db.updateTable('one_time_links').set({ created_by: null }).where('email', '=', email).execute()
  expect(await read()).toMatchObject({ invited_by: null, keys: [] })
})

/** Zoe has signed up, and has not proven her address yet. E-mails about what waits for it went out longer ago than they count. */
async function wait() {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann Example'), await app.signUp('bo@example.org', 'Bo Example')]
  const [cy, zoe] = [await app.signUp('cy@example.org', 'Cy Example'), await app.signUp('zoe@example.org', 'Zoe Example')]
  const { email } = zoe
  await app.db.updateTable('users').set({ admitted_at: null }).where('email', '=', email).execute()
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return {
    app,
    ann,
    bo,
    cy,
    zoe,
    userId,
    email,
    isIn: (milliseconds: number) => new Date(app.clock.now() + milliseconds).toISOString(),
    /** Adds a key and lets it wait for Zoe. */
    async share(owner: Person, name: string, fields: Parameters<Person['share']>[2] = {}) {
      const { key } = await owner.addKey(name)
      return { id: key.id, share_id: await owner.share(key.id, email, fields) }
    },
    /** Zoe is in a group of its own that has the key. */
    async shareByGroup(owner: Person, keyId: string, fields: { expires_at?: string } = {}) {
      const { id } = (await owner.call(addGroup, { body: { name: 'Operations' } })).body.group
      await owner.call(shareKey, { params: { id: keyId }, body: { group_id: id, ...fields } })
      return { id, member_id: (await owner.call(addGroupMember, { params: { id }, body: { email } })).body.member_id ?? '' }
    },
    /** Zoe follows a link, which an administrator may have handed over. */
    async prove(how: { isHandedOver?: true } = {}) {
      const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email, ...how }))
      expect((await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })).status).toBe(200)
    },
    /** By owner: what one transaction tells has no order. */
    notices: async () => {
      const by = (data: Record<string, unknown>) => String(data['share.by'])
      return (await eventsOf(app, 'key.shared')).map(({ data }) => data).toSorted((a, b) => (by(a) < by(b) ? -1 : 1))
    },
  }
}

type Person = Awaited<ReturnType<ReturnType<typeof shared>['signUp']>>

const happened = async (person: Person, kind: string) =>
  (await person.call(listActivity, { query: {} })).body.data.filter((entry) => entry.kind === kind).map(({ description }) => description)

test('a person who proves an address gets the access that waits there, and one notice from each owner', async () => {
  const { app, ann, bo, cy, zoe, isIn, share, shareByGroup, prove, notices } = await wait()
  const [soon, late] = [isIn(hour), isIn(2 * hour)]
  const door = await share(ann, 'Door', { expires_at: soon })
  const host = await share(ann, 'Code host', { expires_at: soon, permission: 'admin' })
  await shareByGroup(ann, door.id, { expires_at: soon })
  const [wiki, forge] = [await share(bo, 'Wiki', { expires_at: soon }), await share(bo, 'Forge', { expires_at: late })]
  const safe = await cy.addKey('Safe')
  await shareByGroup(cy, safe.key.id, { expires_at: soon })
  expect([await zoe.visible(), await notices()]).toEqual([[], []])

  app.clock.advance(quarter)
  await prove()
  expect(await zoe.visible()).toEqual([door.id, host.id, wiki.id, forge.id, safe.key.id].toSorted())
  expect(await notices()).toEqual([
    { 'key.name': 'Code host and Door', 'share.permission': 'admin', 'share.by': 'Ann Example', 'share.expires_at': soon },
    { 'key.name': 'Forge and Wiki', 'share.permission': 'view', 'share.by': 'Bo Example', 'share.expires_at': '' },
    { 'key.name': 'Safe', 'share.permission': 'view', 'share.by': 'Cy Example', 'share.expires_at': soon },
  ])
  expect((await happened(zoe, 'share_received')).toSorted()).toEqual(
    ['Code host, Door', 'Forge, Wiki', 'Safe'].map((names) => `Key ${names} was shared with you`).toSorted(),
  )
})

test.each(['share', 'membership'] as const)('a single %s that waited is had and told of', async (way) => {
  const { app, ann, zoe, share, shareByGroup, prove, notices } = await wait()
  if (way === 'share') await share(ann, 'Door')
  else await shareByGroup(ann, (await ann.addKey('Door')).key.id)
  app.clock.advance(quarter)
  await prove()
  expect(await zoe.visible()).toHaveLength(1)
  expect(await notices()).toMatchObject([{ 'key.name': 'Door', 'share.by': 'Ann Example', 'share.expires_at': '' }])
})

test('access that has ended meanwhile, or from somebody who is gone, is neither given nor announced', async () => {
  const { app, ann, bo, cy, zoe, isIn, share, shareByGroup, prove, notices } = await wait()
  await share(ann, 'Expired', { expires_at: isIn(quarter) })
  const revoked = await share(ann, 'Revoked')
  await ann.call(revokeShare, { params: revoked })
  const deleted = await share(ann, 'Deleted')
  await ann.call(deleteKey, { params: { id: deleted.id } })
  const left = await shareByGroup(ann, (await ann.addKey('Left')).key.id)
  await ann.call(removeGroupMember, { params: left })
  await share(bo, 'Of nobody')
  await app.db.updateTable('users').set({ is_active: false, deleted_at: app.clock.date() }).where('email', '=', bo.email).execute()
  const lasting = await share(cy, 'Lasting', { expires_at: isIn(quarter + 1) })
  app.clock.advance(quarter)
  await prove()
  expect(await zoe.visible()).toEqual([lasting.id])
  expect((await notices()).map((data) => data['key.name'])).toEqual(['Lasting'])
  expect(await happened(zoe, 'share_received')).toEqual(['Key Lasting was shared with you'])
})

test('offers that wait for an address are announced when it is proven, once for each owner, and not those that have run out', async () => {
  const { app, ann, bo, cy, zoe, email, prove, notices } = await wait()
  const offer = async (owner: Person, name: string) => {
    await owner.enterPin()
    const params = { id: (await owner.addKey(name)).key.id }
    expect((await owner.call(transferKey, { params, body: { email } })).status).toBe(200)
    return params.id
  }
  await offer(ann, 'Door')
  for (const name of ['Wiki', 'Forge']) await offer(bo, name)
  const late = await offer(cy, 'Late')
  app.clock.advance(quarter)
  await app.db.updateTable('key_offers').set({ expires_at: app.clock.date() }).where('key_id', '=', late).execute()
  await prove()
  const offered = (await eventsOf(app, 'key.offered')).map(({ data }) => `${data['share.by']}: ${data['key.name']}`).toSorted()
  expect(offered).toEqual(['Ann Example: Door', 'Bo Example: Forge and Wiki'])
  expect(await happened(zoe, 'key_offer_received')).toHaveLength(2)
  expect([await zoe.visible(), await notices()]).toEqual([[], []])
})

test('by a link that others may have had an address stays in doubt, and those whose keys wait are asked, until it is proven', async () => {
  const { app, ann, bo, cy, zoe, userId, email, isIn, share, prove, notices } = await wait()
  const [door, forge] = [await share(ann, 'Door'), await share(bo, 'Forge')]
  await share(cy, 'Expired', { expires_at: isIn(quarter) })
  app.clock.advance(quarter)
  await prove({ isHandedOver: true })
  const asked = async (person: Person) => (await happened(person, 'address_in_doubt')).map((text) => text.split('. ')[0])
  const question = [`${email} joined by a link that somebody else may have had`]
  expect([await asked(ann), await asked(bo), await asked(cy)]).toEqual([question, question, []])
  const host = await share(ann, 'Code host')
  expect([await zoe.visible(), await notices()]).toEqual([[], []])

  // Without a proof of the address nothing lifts the doubt, also of an account that needed none.
  await app.db.updateTable('users').set({ admitted_at: app.clock.date() }).where('email', '=', email).execute()
  await app.transaction((tx) => app.invitations.takeEffect(tx, userId, { isClean: true }))
  const mail = await share(ann, 'Mail')
  expect(await zoe.visible()).toEqual([])

  await prove()
  expect(await zoe.visible()).toEqual([door.id, forge.id, host.id, mail.id].toSorted())
  const next = await share(ann, 'Next')
  expect(await zoe.visible()).toContain(next.id)
})

test.each(['a membership without a key', 'an offer'] as const)('%s that waits puts an address in doubt, too', async (what) => {
  const { ann, zoe, email, share, prove } = await wait()
  if (what === 'an offer') {
    await ann.enterPin()
    await ann.call(transferKey, { params: { id: (await ann.addKey('Offered')).key.id }, body: { email } })
  } else {
    const { id } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body.group
    await ann.call(addGroupMember, { params: { id }, body: { email } })
  }
  await prove({ isHandedOver: true })
  await share(ann, 'Door')
  expect(await zoe.visible()).toEqual([])
})

test('an address that nobody has shared with is not in doubt, whatever link it was proven by', async () => {
  const { ann, zoe, share, prove } = await wait()
  await prove({ isHandedOver: true })
  const { id } = await share(ann, 'Door')
  expect(await zoe.visible()).toEqual([id])
})

test('a person who proves an address waits until those who are sharing with it have done so', async () => {
  const { app, email, prove } = await wait()
  const proof = await app.transaction(async (tx) => {
    // The statement of a person who shares.
    await app.invitations.findAccount(tx, email)
    const proving = prove()
    const isWaiting = eventually(async () => expect(await countWaiting(app.db)).toBeGreaterThan(0))
    expect(await Promise.race([proving.then(() => 'proven'), isWaiting.then(() => 'waits')])).toBe('waits')
    return { proving }
  })
  await proof.proving
})

test('the e-mail about a share proves the address of an account that has not, and invites a person without one', async () => {
  const { app, ann, share, email } = await wait()
  const { id } = await share(ann, 'Door')
  await ann.share(id, app.address('new@example.org'))
  const mails = await eventsOf(app, 'key.share.invited')
  const links = await Promise.all(
    mails.map(async ({ to, data }) => {
      const token = String(data['link.url']).split('#token=')[1] ?? ''
      return { to, says: [data['key.name'], data['share.by']], purpose: (await app.call(checkLink, { body: { token } })).body.purpose }
    }),
  )
  const says = ['Door', 'Ann Example']
  expect(links).toMatchObject([
    { to: { address: email }, says, purpose: 'verify_email' },
    { to: { address: app.address('new@example.org') }, says, purpose: 'invite' },
  ])
})
