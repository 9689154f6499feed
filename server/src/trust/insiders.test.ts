import { handOverKeys, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { changeSettings } from '@twofold/contract/admin/settings'
import {
  createUser,
  inviteUser,
  makeResetLink,
  resetUserPassword,
  resetUserPin,
  setUserRole,
  setUserStatus,
  unlockUser,
  updateUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import { changeMappingPart, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { changeProvider, createProvider } from '@twofold/contract/mail-delivery/providers'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { changeTemplateField } from '@twofold/contract/mail-design/template-changes'
import { putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { changeTheme, createTheme } from '@twofold/contract/mail-design/theme-calls'
import { addGroup, addGroupMember, confirmGroupMember } from '@twofold/contract/groups'
import { generateCodes } from '@twofold/contract/codes'
import { beginTotp } from '@twofold/contract/factors'
import { showSecret } from '@twofold/contract/keys'
import { acceptInvitation, resetPassword, verifyEmail } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { changePassword, changePin, listActivity } from '@twofold/contract/profile'
import { requestPasswordReset, signUp } from '@twofold/contract/sessions'
import { acceptServiceAccountShare, addServiceAccount } from '@twofold/contract/service-accounts'
import { confirmShare, shareKey } from '@twofold/contract/sharing'
import { proveAccount } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { eventsOf, letMailOut, newestToken, runPutOff } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import { createPerson, testPassword, testPin } from '../testing/start-test-app.ts'
import { day, expectClosed, prepareAnn, secret, started, startInstallation, theirs } from '../testing/insiders.ts'
import type { Started } from '../testing/insiders.ts'

/*
 * The ways by which one malicious administrator with a second account reached codes and secrets of somebody else
 * (docs/decisions/0073-hands-close-an-account.md), walked through the real API as they would.
 */

const shared = shareApp(startInstallation)
const startShared = () => prepareAnn(shared())

test('way 1, the address: a link to an address that an administrator set opens neither codes nor secrets', async () => {
  const app = await startShared()
  const stolen = app.address('thief@example.org')
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Ann Example', email: stolen } })
  await app.resetByMail(theirs, stolen)
  const thief = await app.enterAsAnn(theirs, stolen)
  await expectClosed(app, thief)
  // Told at both addresses, and in the own activity.
  const told = (await eventsOf(app, 'user.profile.updated')).map(({ to }) => to)
  expect(told).toContainEqual({ user_id: app.id })
  expect(told).toContainEqual(expect.objectContaining({ address: app.ann.email }))
  const kinds = (await thief.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['changed_by_admin', 'password_reset', 'closed_after_reset']))
})

test('way 1, the address vouched for as well: an administrator’s word is no proof', async () => {
  const app = await startShared()
  const stolen = app.address('thief@example.org')
  const params = { id: app.id }
  await app.admin.call(updateUser, { params, body: { name: 'Ann Example', email: stolen } })
  await app.admin.call(verifyUserEmail, { params })
  await app.resetByMail(theirs, stolen)
  await expectClosed(app, await app.enterAsAnn(theirs, stolen))
})

test('way 1, from her own session: another address closes it as well, until she shows what is from before', async () => {
  const app = await startShared()
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Ann Example', email: app.address('ann@example.com') } })
  await expectClosed(app, app.ann)
  expect((await app.ann.call(proveAccount, { body: { method: 'password', password: testPassword } })).status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
  await expectClosed(app, app.ann, { codesToo: false })
})

const pathChanges: Record<string, (app: Started) => Promise<unknown>> = {
  'an own server as provider': async (app) => app.admin.call(createProvider, { body: (await useSmtpSink()).provider }),
  'priority of a provider': async (app) => {
    const { provider } = await useSmtpSink()
    const { id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeProvider, { params: { id }, body: { ...provider, priority: 9 } })
  },
  'default provider': async (app) => {
    const { provider } = await useSmtpSink()
    const { id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeProvider, { params: { id }, body: { ...provider, is_default: true } })
  },
  'address of the sender': async (app) => {
    const { settings } = (await app.admin.send<{ settings: object }>('GET', '/api/admin/email/settings')).body
    const sender = { from_email: 'vault@thief.example', from_name: 'Vault' }
    return app.admin.call(changeEmailSettings, { body: { ...settings, sender } })
  },
  'template of the reset': async (app) =>
    app.admin.call(changeTemplateField, {
      params: { id: await resetTemplate(app) },
      body: { field: 'subject', value: 'Your password' },
    }),
  'translation of the reset': async (app) =>
    app.admin.call(putTemplateTranslation, {
      params: { id: await resetTemplate(app), language: 'de' },
      body: { subject: 'Passwort', html_content: '<p>Hallo</p>', text_content: 'Hallo' },
    }),
  'mapping of the reset': async (app) => {
    const { mappings } = (await app.admin.call(listMappings, {})).body as unknown as { mappings: { id: string; event_name: string }[] }
    const id = mappings.find(({ event_name: event }) => event === 'user.password.reset_requested')?.id ?? ''
    const { id: provider_id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeMappingPart, { params: { id }, body: { provider_id } })
  },
  'theme of the reset': async (app) => {
    const { design } = await app.db.selectFrom('email_themes').select('design').limit(1).executeTakeFirstOrThrow()
    const form = { ...(design as object), name: 'Mine', description: '', is_public: false } as never
    const { body } = await app.admin.call(createTheme, { body: form })
    const slug = body.theme.slug
    await app.db
      .updateTable('email_templates')
      .set({ theme_slug: slug })
      .where('id', '=', await resetTemplate(app))
      .execute()
    return app.admin.call(changeTheme, { params: { slug }, body: { ...(form as object), primary_color: '#123456' } as never })
  },
  'address that links lead to': async (app) => app.admin.call(changeSettings, { body: { address: 'https://thief.example' } }),
}

async function resetTemplate(app: Started): Promise<string> {
  const { template_slug: slug } = await app.db
    .selectFrom('email_mappings')
    .where('event_name', '=', 'user.password.reset_requested')
    .select('template_slug')
    .executeTakeFirstOrThrow()
  return (await app.db.selectFrom('email_templates').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()).id
}

test.each(Object.keys(pathChanges))(
  'ways 2 and 3, the way that e-mail takes (%s): a link over a path changed within a day opens nothing',
  async (name) => {
    const app = await started()
    const answer = (await pathChanges[name]?.(app)) as { status: number; body: unknown }
    expect([answer.status < 300, answer.status < 300 ? '' : answer.body]).toEqual([true, ''])
    await app.resetByMail()
    await expectClosed(app, await app.enterAsAnn())
  },
)

test('ways 2 and 3: a link that was made before the path changed is not trusted either, and a day later links are again', async () => {
  const app = await started()
  await app.call(requestPasswordReset, { body: { email: app.ann.email } })
  await runPutOff(app)
  const token = await newestToken(app, 'user.password.reset_requested')
  await pathChanges['an own server as provider']?.(app)
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
  await expectClosed(app, await app.enterAsAnn())

  app.clock.advance(day + 1)
  await app.resetByMail('a-password-of-her-own')
  const ann = await app.enterAsAnn('a-password-of-her-own')
  expect(await ann.visible()).toEqual([app.key])
})

test('ways 2 and 3, with the PIN from before: it opens the codes, and the day opens secrets', async () => {
  const app = await started()
  await pathChanges['an own server as provider']?.(app)
  await app.resetByMail()
  const thief = await app.enterAsAnn()
  await expectClosed(app, thief)
  expect((await thief.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  expect(await thief.visible()).toEqual([app.key])
  await expectClosed(app, thief, { codesToo: false })
  app.clock.advance(day + 1)
  const ann = await app.enterAsAnn()
  await ann.enterPin()
  expect((await ann.call(showSecret, { params: { id: app.key } })).body.secret).toBe(secret)
})

test('ways 2 and 3 on an account that never had a key: there is nothing to protect, and e-mail that was just set up recovers it', async () => {
  const app = await started()
  await pathChanges['an own server as provider']?.(app)
  await app.resetByMail(theirs, 'second@example.org')
  const person = await app.enterAsAnn(theirs, 'second@example.org')
  expect((await person.call(generateCodes, {})).status).toBe(200)
  expect((await person.call(beginTotp, { body: { current_password: theirs } })).status).toBe(200)
})

test('an installation without any key is set up without waiting: what is configured then is trusted', async () => {
  const app = await startOffice()
  const answer = await app.admin.call(createProvider, { body: (await useSmtpSink()).provider })
  expect(answer.status).toBe(201)
  expect(await app.db.selectFrom('hands').selectAll().execute()).toEqual([])
})

async function withWaitingShare(start = startShared) {
  const app = await start()
  const boss = app.address('boss@example.org')
  const shareId = await app.ann.share(app.key, boss, { permission: 'admin' })
  const group = (await app.ann.call(addGroup, { body: { name: 'Ops' } })).body.group.id
  const member = (await app.ann.call(addGroupMember, { params: { id: group }, body: { email: boss } })).body.member_id ?? ''
  await app.ann.call(shareKey, { params: { id: app.key }, body: { group_id: group } })
  return { ...app, boss, shareId, group, member }
}

const account = { name: 'The Boss', password: theirs, password_confirmation: theirs, pin: testPin }

async function joinByLink(app: Started) {
  const email = app.address('boss@example.org')
  const { body } = await app.admin.call(inviteUser, { body: { email, delivery: 'link' } })
  const token = body.link?.split('#token=')[1] ?? ''
  const joined = await app.call(acceptInvitation, { body: { token, ...account } })
  expect(joined.status).toBe(201)
  return createPerson(app.url, email, (joined.body as { access_token: string }).access_token)
}

test('way 4, an invitation handed over as a link: what waits for the address goes on waiting, for shares and groups alike', async () => {
  const app = await withWaitingShare()
  const thief = await joinByLink(app)
  expect(await thief.visible()).toEqual([])
  // Sharing again is no word about the person.
  await app.ann.share(app.key, app.boss, { permission: 'view' })
  await app.ann.call(addGroupMember, { params: { id: app.group }, body: { email: app.boss } })
  expect(await thief.visible()).toEqual([])
  const told = (await app.ann.call(listActivity, { query: {} })).body.data
  expect(told.find(({ kind }) => kind === 'address_in_doubt')?.description).toContain(`${app.boss} joined by a link`)
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
  await app.ann.call(confirmShare, { params: { id: app.key, share_id: app.shareId } })
  expect(await rowsOf('share_confirmed')).toMatchObject([{ actor_email: app.ann.email }])
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

test('way 4 by own e-mail: a mailed invitation or a verification over a path changed within a day claims nothing', async () => {
  const app = await withWaitingShare(started)
  await pathChanges['an own server as provider']?.(app)
  await app.call(signUp, { body: { ...account, email: app.boss } })
  const thief = await app.enterAsAnn(theirs, app.boss)
  const userId = await app.idOf(app.boss)
  const link = await app.transaction((tx) => app.links.make(tx, { purpose: 'verify_email', userId, email: app.boss }))
  expect((await app.call(verifyEmail, { body: { token: link['link.url'].split('#token=')[1] ?? '' } })).status).toBe(200)
  expect(await thief.visible()).toEqual([])
})

const leave = (app: Started, isActive: boolean) =>
  app.admin.call(setUserStatus, { params: { id: app.id }, body: { is_active: isActive, reason: 'Holiday' } })
const handOver = async (app: Started, to: string) => app.admin.call(handOverKeys, { params: { id: app.id }, body: { all: true, to } })

async function sinceYesterday(app: Started, email: string): Promise<string> {
  const created_at = new Date(app.clock.now() - day)
  await app.db.updateTable('users').set({ created_at }).where('email', '=', email).execute()
  return app.idOf(email)
}

const heirs: Record<string, (app: Started) => Promise<string>> = {
  'made yesterday': async (app) => {
    const { email } = await app.signUp('fresh@example.org')
    return sinceYesterday(app, email)
  },
  'invited yesterday': async (app) => {
    const { email } = await joinByLink(app)
    return sinceYesterday(app, email)
  },
  'of old, deactivated and activated again': async (app) => {
    const id = await app.idOf(app.second.email)
    for (const is_active of [false, true]) await app.admin.call(setUserStatus, { params: { id }, body: { is_active, reason: '' } })
    return id
  },
  'of old, whose password an administrator set': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(resetUserPassword, { params: { id }, body: { new_password: theirs } })
    return id
  },
  'of old, whose address an administrator changed': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(updateUser, { params: { id }, body: { name: 'Second', email: app.address('third@example.org') } })
    return id
  },
  'of old, whose role an administrator changed': async (app) => {
    const id = await app.idOf(app.second.email)
    await app.admin.call(setUserRole, { params: { id }, body: { role: 'admin' } })
    return id
  },
}

test.each(Object.keys(heirs))('way 5, a leaver’s keys to a second account (%s): the hand-over is refused', async (name) => {
  const app = await startShared()
  const to = (await heirs[name]?.(app)) ?? ''
  await leave(app, false)
  const answer = await handOver(app, to)
  expect([answer.status, answer.body.errors]).toEqual([422, { to: [expect.stringContaining('within the last 30 days')] }])
  await leave(app, true)
  expect(await app.db.selectFrom('keys').where('id', '=', app.key).select('owner_id').execute()).toEqual([{ owner_id: app.id }])
})

test('way 5: somebody who has been here for long, and whom no administrator touched, takes the keys over', async () => {
  const app = await startShared()
  await leave(app, false)
  expect((await app.admin.call(listLeaverKeys, { params: { id: app.id }, query: { list: 'owned' } })).status).toBe(200)
  const answer = await handOver(app, await app.idOf(app.second.email))
  expect(answer.body.results?.map(({ ok }) => ok)).toEqual([true])
})

test('way 6, an administrator sets the password: without e-mail and second factor the sign-in shows no code, and shares nothing', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const password = await app.replacePassword(theirs)
  const thief = await app.enterAsAnn(password)
  await expectClosed(app, thief)
})

test('way 6, a reset link on an administrator’s screen: no code, and nothing is shared', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const { body } = await app.admin.call(makeResetLink, { params: { id: app.id }, body: { delivery: 'link' } })
  const token = body.link?.split('#token=')[1] ?? ''
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
  await expectClosed(app, await app.enterAsAnn())
})

test('way 6 by password and PIN: a PIN that an administrator set, or could guess, proves nobody', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPin, { params, body: { new_pin: '1111' } })
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  expect((await thief.call(verifyPin, { body: { pin: '1111' } })).status).toBe(200)
  await expectClosed(app, thief)
})

test('way 6, locks lifted again and again: the PIN that may have been guessed proves nobody', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  await thief.call(verifyPin, { body: { pin: '0000' } })
  await app.admin.call(unlockUser, { params })
  expect((await thief.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  await expectClosed(app, thief)
})

test('way 6, a void PIN: after a reset no password alone gets another one', async () => {
  const app = await startShared()
  await app.resetByMail()
  const thief = await app.enterAsAnn()
  await app.db
    .insertInto('guess_counters')
    .values({ kind: 'pin', user_id: app.id, address: '', failures: 10, is_void: true, updated_at: app.clock.date() })
    .execute()
  const answer = await thief.call(changePin, { body: { current_password: theirs, new_pin: '1111', new_pin_confirmation: '1111' } })
  expect([answer.status, answer.body.code]).toEqual([422, 'pin.second_proof_required'])
  expect((await thief.call(verifyPin, { body: { pin: '1111' } })).body.code).toBe('pin.void')
})

test('way 6, what an administrator does next opens nothing: activation, role, verification, another reset', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  for (const is_active of [false, true]) await app.admin.call(setUserStatus, { params, body: { is_active, reason: '' } })
  for (const role of ['admin', 'user'] as const) await app.admin.call(setUserRole, { params, body: { role } })
  await app.admin.call(verifyUserEmail, { params })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  await expectClosed(app, thief)
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
  // Who was asked, and knows the person, lets them in.
  await app.ann.call(confirmShare, { params: { id: app.key, share_id: shared.share_id ?? '' } })
  expect(await thief.visible()).toEqual([app.key])
})

/** Mia has no key: her group's service account takes codes of Ann's, and whoever is Mia makes tokens for it. */
async function startedWithManager(approvals: 'required' | 'none') {
  const app = await started({ approvals })
  const mia = await app.signUp('mia@example.org', 'Mia Manager')
  const { group } = (await mia.call(addGroup, { body: { name: 'Releases' } })).body
  const { service_account } = (await mia.call(addServiceAccount, { body: { group_id: group.id, name: 'Deploy bot' } })).body
  const shared = await app.ann.call(shareKey, { params: { id: app.key }, body: { service_account_id: service_account.id } })
  const params = { id: service_account.id, share_id: shared.body.share_id ?? '' }
  expect((await mia.call(acceptServiceAccountShare, { params })).status).toBe(200)
  return { ...app, miaId: await app.idOf(mia.email) }
}

test('way 15, through a manager: who has no key but service accounts is asked for as anybody with a key, and told', async () => {
  const waiting = await startedWithManager('required')
  const asked = await waiting.admin.call(resetUserPassword, { params: { id: waiting.miaId }, body: { new_password: theirs } })
  expect(asked.status).toBe(202)

  const app = await startedWithManager('none')
  expect((await app.admin.call(resetUserPassword, { params: { id: app.miaId }, body: { new_password: theirs } })).status).toBe(200)
  const closed = await app.db.selectFrom('users').select('codes_closed_until').where('id', '=', app.miaId).executeTakeFirstOrThrow()
  expect(closed.codes_closed_until).not.toBeNull()
  expect((await eventsOf(app, 'user.account.closed')).map(({ to }) => to)).toContainEqual({ user_id: app.miaId })
})

test('with e-mail over a clean path, the person signs in again after an administrator’s reset and has codes; secrets follow a day later', async () => {
  const app = await startShared()
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const entered = await app.enterAsAnn()
  await entered.call(changePassword, {
    body: { current_password: theirs, new_password: 'her-own-password', new_password_confirmation: 'her-own-password' },
  })
  const ann = await app.enterAsAnn('her-own-password')
  expect(await ann.visible()).toEqual([app.key])
  await expectClosed(app, ann, { codesToo: false })
})
