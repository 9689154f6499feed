import { createUser, updateUser } from '@twofold/contract/admin/users'
import { changeProvider } from '@twofold/contract/mail-delivery/providers'
import { addGroup, addGroupMember, confirmGroupMember } from '@twofold/contract/sharing/memberships'
import { verifyEmail } from '@twofold/contract/links'
import { listActivity } from '@twofold/contract/profile'
import { getCurrentUser, signIn, signUp } from '@twofold/contract/sessions'
import { confirmShare, listShares, shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { createPerson } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'
import { prepareAnn, started, type Started, startInstallation, theirs } from '../testing/insiders.ts'
import { pathChanges } from '../testing/mail-path-changes.ts'
import { account, joinByLink } from './testing/join-by-link.ts'

/*
 * The ways by which one malicious administrator with a second account reached codes and secrets of somebody else
 * (docs/decisions/0073-hands-close-an-account.md), walked through the real API as they would.
 */

const shared = shareApp(startInstallation)

const startShared = () => prepareAnn(shared())

async function withWaitingShare(start = startShared) {
  const app = await start()
  const boss = app.address('boss@example.org')
  const shareId = await app.ann.share(app.key, boss, { permission: 'admin' })
  const group = (await app.ann.call(addGroup, { body: { name: 'Ops' } })).body.group.id
  const member = (await app.ann.call(addGroupMember, { params: { id: group }, body: { email: boss } })).body.member_id ?? ''
  await app.ann.call(shareKey, { params: { id: app.key }, body: { group_id: group } })
  return { ...app, boss, shareId, group, member }
}

test('way 4, an invitation handed over as a link: what waits for the address goes on waiting, for shares and groups alike', async () => {
  const app = await withWaitingShare()
  const thief = await joinByLink(app)
  expect(await thief.visible()).toEqual([])
  // Sharing again is no word about the person.
  await app.ann.share(app.key, app.boss, { permission: 'view' })
  await app.ann.call(addGroupMember, { params: { id: app.group }, body: { email: app.boss } })
  expect(await thief.visible()).toEqual([])
  const activities = (await app.ann.call(listActivity, { query: {} })).body.data
  expect(activities.find(({ kind }) => kind === 'address_in_doubt')?.description).toContain(`${app.boss} joined by a link`)
})

test('way 4, the owner confirms the person: then the share takes effect, and the group when its member is confirmed', async () => {
  const app = await withWaitingShare()
  const boss = await joinByLink(app)
  const rowsOf = (action: string) =>
    app.db
      .selectFrom('audit_log')
      .where('action', '=', `person.${action}`)
      .where('actor_email', '=', app.ann.email)
      .select(['actor_email', 'target_name'])
      .execute()
  const waits = async (id = app.key) => {
    const { data } = (await app.ann.call(listShares, { params: { id } })).body
    return data.flatMap((share) => (share.email === null ? [] : [share.awaits_confirmation]))
  }
  expect(await waits()).toEqual([true])
  expect((await boss.call(getCurrentUser, {})).body.address_in_doubt).toBe(true)
  // Whether an address has an account is not learned by sharing with it.
  app.clock.advance(1000)
  const later = (await app.ann.addKey('Later')).key.id
  await app.ann.share(later, app.boss, { permission: 'view' })
  expect(await waits(later)).toEqual([false])
  await app.ann.call(confirmShare, { params: { id: app.key, share_id: app.shareId } })
  expect(await rowsOf('share_confirmed')).toMatchObject([{ actor_email: app.ann.email }])
  expect(await waits()).toEqual([false])
  expect(await boss.visible()).toEqual([app.key])
  const other = await app.ann.addKey('Second key')
  await app.ann.call(shareKey, { params: { id: other.key.id }, body: { group_id: app.group } })
  expect(await boss.visible()).toEqual([app.key])
  await app.ann.call(confirmGroupMember, { params: { id: app.group, member_id: app.member } })
  expect(await boss.visible()).toEqual([app.key, other.key.id].toSorted())
  expect(await rowsOf('group_member_confirmed')).toMatchObject([{ actor_email: app.ann.email }])
})

test('way 4, the address proven cleanly afterwards: then what waits takes effect', async () => {
  const app = await withWaitingShare()
  const boss = await joinByLink(app)
  const userId = await app.idOf(app.boss)
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email: app.boss }))
  await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })
  expect(await boss.visible()).toEqual([app.key])
})

test('way 4 by own e-mail: an invitation or a verification sent over a path changed within a day claims nothing', async () => {
  const app = await withWaitingShare(started)
  await pathChanges['an own server as provider']?.(app)
  await app.call(signUp, { body: { ...account, email: app.boss } })
  const thief = await app.enterAsAnn(theirs, app.boss)
  const userId = await app.idOf(app.boss)
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email: app.boss }))
  expect((await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })).status).toBe(200)
  expect(await thief.visible()).toEqual([])
})

test('a person who followed the link over such a path signs in, while access that waits for the address goes on waiting', async () => {
  const app = await withWaitingShare(() => started({ env: { EMAIL_VERIFICATION: 'auto' } }))
  await pathChanges['an own server as provider']?.(app)
  await app.call(signUp, { body: { ...account, email: app.boss } })
  const enter = () => app.call(signIn, { body: { email: app.boss, password: account.password } })
  expect((await enter()).body).toEqual({ email_verification_required: true })
  const userId = await app.idOf(app.boss)
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email: app.boss }))
  await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })

  const { access_token: token = '' } = (await enter()).body
  expect(await createPerson(app.url, app.boss, token).visible()).toEqual([])
})

/** Ann shares with an address that nobody has yet. Whether `thief`, who took it, has her key by that. */
async function hasBySharing(app: Started, thief: Started['second'], email: string) {
  expect((await app.ann.call(shareKey, { params: { id: app.key }, body: { email, permission: 'admin' } })).status).toBe(200)
  await app.db.updateTable('users').set({ codes_closed_until: null, secrets_closed_until: null }).execute()
  return (await thief.visible()).includes(app.key)
}

test('way 16, an address that somebody will share with: given to an own account by an administrator it is nobody’s', async () => {
  const app = await startShared()
  await app.second.addKey('Mine')
  const body = { name: 'Second Account', email: app.address('cfo@example.org') }
  expect((await app.admin.call(updateUser, { params: { id: await app.idOf(app.second.email) }, body })).status).toBe(200)
  expect(await hasBySharing(app, app.second, body.email)).toBe(false)
})

test('way 16, the same by signing up while the provider of e-mail is switched off', async () => {
  const app = await started({ env: { EMAIL_VERIFICATION: 'auto' } })
  const { provider } = await useSmtpSink()
  const { id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
  const params = { id }
  expect((await app.admin.call(changeProvider, { params, body: { ...provider, is_active: false } })).status).toBe(200)
  const thief = await app.signUp('cfo@example.org', 'Chief Example')
  expect((await app.admin.call(changeProvider, { params, body: { ...provider, is_active: true } })).status).toBe(200)
  expect(await hasBySharing(app, thief, 'cfo@example.org')).toBe(false)
})

test('way 16, the same by an account that an administrator makes for the address', async () => {
  const app = await startShared()
  const body = { name: 'Chief Example', email: app.address('cfo@example.org'), password: theirs }
  expect((await app.admin.call(createUser, { body })).status).toBe(201)
  const next = await app.replacePassword(theirs, body.email)
  const thief = await app.enterAsAnn(next, body.email)
  const { body: shared } = await app.ann.call(shareKey, { params: { id: app.key }, body: { email: body.email } })
  expect(await thief.visible()).toEqual([])
  // A person who was asked, and knows the recipient, confirms them.
  await app.ann.call(confirmShare, { params: { id: app.key, share_id: shared.share_id ?? '' } })
  expect(await thief.visible()).toEqual([app.key])
})
