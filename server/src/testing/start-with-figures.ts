import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { passkeyOptions, passSecondFactor, signInWithPasskey } from '@twofold/contract/factors'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey } from '@twofold/contract/keys'
import { deleteProfile } from '@twofold/contract/profile'
import { signIn, signOut } from '@twofold/contract/sessions'
import { listShares, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { codeAt, enrolPasskey, enrolTotp, enterPassword } from '../factors/testing/second-factors.ts'
import { startWithIssuer, signInElsewhere } from '../identities/testing/sign-in-elsewhere.ts'
import { openBrowser } from './browser.ts'
import { createPerson, testPassword } from './start-test-app.ts'
import { idOfAccount, setAccount } from './account-row.ts'

export const noon = Date.parse('2026-11-20T12:30:00Z')

export const minute = 60_000

export const day = 24 * 60 * minute

/** One installation in which every case occurs that a figure could count wrongly. */
export async function startWithFigures() {
  const { app, issuer } = await startWithIssuer({ now: noon })
  await app.setup.makeConfigured({ email: 'admin@example.org', password: testPassword })
  const { access_token: token = '' } = (await app.call(signIn, { body: { email: 'admin@example.org', password: testPassword } })).body
  const admin = createPerson(app.url, 'admin@example.org', token)
  const at = (time: string) => new Date(time)
  const idOf = (email: string) => idOfAccount(app, email)
  const set = (email: string, values: Parameters<typeof setAccount>[2]) => setAccount(app, email, values)

  // People: busy ones, one who is deactivated, three who are deleted, one who never signed in, two around the line of 30 days.
  const [ann, bo, cy, di, ed] = [
    await app.signUp('ann@example.org', 'Ann Example'),
    await app.signUp('bo@example.org', 'Bo Sample'),
    await app.signUp('cy@example.org', 'Cy Model'),
    await app.signUp('di@example.org', 'Di Deactivated'),
    await app.signUp('ed@example.org', 'Ed Deleted'),
  ]
  const [gus, hal] = [await app.signUp('gus@example.org', 'Gus Deleted'), await app.signUp('hal@example.org', 'Hal Deleted')]
  for (const name of ['never', 'line', 'over', 'second', 'other']) await app.signUp(`${name}@example.org`)

  // Keys of every kind, one deleted, and keys of people who are deleted.
  const [one, two, hotp, gone] = [
    await ann.addKey('One'),
    await ann.addKey('Two'),
    await ann.addKey('Counter', { type: 'hotp', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    await ann.addKey('Gone'),
  ]
  const [ofBo, ofDi, ofGus, ofHal] = [
    await bo.addKey('Bo one'),
    await di.addKey('Di one'),
    await gus.addKey('Gus one'),
    await hal.addKey('Hal one'),
  ]
  await hal.addKey('Hal two')

  // Shares: running, twice with the same person (alone and through a group), expired, ended, waiting, with and by people who are deleted.
  await ann.share(one.key.id, bo.email)
  await ann.share(one.key.id, cy.email, { permission: 'admin', expires_at: new Date(noon + minute).toISOString() })
  await ann.share(two.key.id, cy.email)
  const ended = await ann.share(two.key.id, di.email)
  await ann.call(revokeShare, { params: { id: two.key.id, share_id: ended ?? '' } })
  await ann.share(hotp.key.id, di.email)
  await ann.share(hotp.key.id, 'nobody-yet@example.org')
  await ann.share(hotp.key.id, ed.email)
  await ann.share(gone.key.id, bo.email)
  await ann.share(two.key.id, hal.email)
  await bo.share(ofBo.key.id, ann.email)
  await di.share(ofDi.key.id, cy.email)
  await gus.share(ofGus.key.id, bo.email)
  await hal.share(ofHal.key.id, cy.email)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  for (const email of [bo.email, cy.email, ed.email, 'waiting@example.org']) {
    await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  }
  for (const { key } of [one, two]) await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  await ann.call(deleteKey, { params: { id: gone.key.id } })

  // Codes shown and copied.
  for (const person of [ann, bo]) await person.call(generateCodes, {})
  await bo.call(copiedCode, { params: { id: one.key.id }, body: { code: 'current' } })
  // Writes down who was shown codes, which is kept in memory until somebody asks.
  await ann.call(listShares, { params: { id: one.key.id } })

  // Sign-ins by each way, one that failed, one that waits for its second step, and sessions that ended.
  await app.call(signIn, { body: { email: bo.email, password: 'not this one' } })
  await app.call(signIn, { body: { email: 'stranger@example.org', password: 'not this one' } })
  const again = await enterPassword(app, bo.email)
  await again.call(signOut, {})
  const second = await enterPassword(app, 'second@example.org')
  const { secret, recoveryCodes } = await enrolTotp(app, second)
  app.clock.advance(5 * minute)
  await enterPassword(app, 'second@example.org')
  const waits = await enterPassword(app, 'second@example.org')
  await waits.call(passSecondFactor, { body: { method: 'totp', code: '000000' } })
  await waits.passTotp(codeAt(secret, app.clock.now()))
  await (await enterPassword(app, 'second@example.org')).passRecoveryCode(recoveryCodes[0] ?? '')
  const { authenticator } = await enrolPasskey(app, await enterPassword(app, 'other@example.org'))
  const { challenge_id, options } = (await app.call(passkeyOptions, {})).body
  await app.call(signInWithPasskey, { body: { challenge_id, assertion: authenticator.assert(options) } })
  issuer.person = { ...issuer.person, email: 'elsewhere@example.org' }
  await signInElsewhere(await openBrowser(app), issuer.visit)
  await signInElsewhere(await openBrowser(app), issuer.visit)

  // An older set of recovery codes, which a newer one replaced.
  const secondId = await idOf('second@example.org')
  const codes = Array.from({ length: 3 }, () => ({
    id: uuid(),
    user_id: secondId,
    set_id: uuid(),
    code_hash: Buffer.alloc(32),
    created_at: at('2026-11-01T00:00:00Z'),
    replaced_at: at('2026-11-02T00:00:00Z'),
  }))
  await app.db.insertInto('recovery_codes').values(codes).execute()
  await enrolTotp(app, hal)

  // Days: what stands on their edges, and days on which nothing happened.
  const signedIn = async (email: string, time: string) => {
    const entry = { id: uuid(), user_id: await idOf(email), kind: 'signed_in', happened_at: at(time) }
    await app.db.insertInto('activity').values(entry).execute()
  }
  for (const time of [
    '2026-11-13T23:59:59.999Z',
    '2026-11-14T00:00:00Z',
    '2026-11-17T23:59:59.999Z',
    '2026-10-22T00:00:00Z',
    '2026-10-21T23:59:59.999Z',
  ]) {
    await signedIn(bo.email, time)
    await signedIn(ed.email, time)
  }
  await set(bo.email, { created_at: at('2026-11-13T23:59:59.999Z') })
  await set(cy.email, { created_at: at('2026-11-14T00:00:00Z') })
  await set('line@example.org', {
    created_at: at('2026-10-31T23:59:59.999Z'),
    last_login_at: new Date(app.clock.now() - 30 * day + 5 * minute),
  })
  await set('over@example.org', { created_at: at('2026-10-01T00:00:00Z'), last_login_at: new Date(noon - 30 * day - minute) })
  await set('never@example.org', { last_login_at: null })
  await app.db
    .updateTable('keys')
    .set({ created_at: at('2026-11-13T23:59:59.999Z') })
    .where('name', '=', 'One')
    .execute()
  await app.db
    .updateTable('keys')
    .set({ created_at: at('2026-10-01T00:00:00Z') })
    .where('name', '=', 'Two')
    .execute()
  await app.db
    .updateTable('shares')
    .set({ created_at: at('2026-11-13T23:59:59.999Z') })
    .where('key_id', '=', ofBo.key.id)
    .execute()

  // The endings: the share that expires, who is deactivated, who is deleted; Hal in a way that leaves shares and sessions as they were.
  await set(di.email, { is_active: false, role: 'admin' })
  for (const person of [ed, gus]) {
    const answer = await person.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  await sql`alter table users disable trigger user`.execute(app.asOwner())
  await set(hal.email, { deleted_at: app.clock.date() })
  await sql`alter table users enable trigger user`.execute(app.asOwner())
  return {
    ...app,
    admin,
    ids: { ann: await idOf(ann.email), bo: await idOf(bo.email), cy: await idOf(cy.email), di: await idOf(di.email) },
  }
}

export type WithFigures = Awaited<ReturnType<typeof startWithFigures>>
