import { exportRisks, listRisks, type Risk, type RiskKind } from '@twofold/contract/admin/analytics'
import { listAudit } from '@twofold/contract/admin/audit'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import { setAccount } from '../../testing/account-row.ts'

const day = 24 * 60 * 60 * 1000

async function started(options: Parameters<typeof startEmailApp>[0] = {}) {
  const app = await startEmailApp(options)
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann Example'), await app.signUp('bo@example.org', 'Bo Sample')]
  const ago = (days: number) => new Date(app.clock.now() - days * day)
  const list = async (kind: RiskKind) => {
    const { status, body } = await app.admin.call(listRisks, { query: { kind } })
    expect(status).toBe(200)
    // The count matches the list.
    expect(body.counts[kind]).toBe(body.data.length)
    return body.data
  }
  const names = async (kind: RiskKind) => (await list(kind)).map(({ key_name: name }) => name)
  const setUser = (email: string, values: Parameters<typeof setAccount>[2]) => setAccount(app, email, values)
  return { ...app, ann, bo, ago, list, names, setUser }
}

/** Nobody has a key in it. */
const empty = shareApp(started)

test('one holder: a key leaves the list when somebody else has it, and comes back when they are gone', async () => {
  const app = await started()
  const { key } = await app.ann.addKey('Code host')
  expect(await app.names('one_holder')).toEqual(['Code host'])
  const share = await app.ann.share(key.id, app.bo.email)
  expect(await app.names('one_holder')).toEqual([])
  await app.setUser(app.bo.email, { is_active: false })
  expect(await app.names('one_holder')).toEqual(['Code host'])
  await app.setUser(app.bo.email, { is_active: true })
  await app.db
    .updateTable('shares')
    .set({ expires_at: app.ago(0) })
    .where('id', '=', share ?? '')
    .execute()
  expect(await app.names('one_holder')).toEqual(['Code host'])
})

test('one holder: an invitation that nobody accepted gives nobody the key', async () => {
  const app = await started()
  const { key } = await app.ann.addKey('Code host')
  await app.ann.share(key.id, 'stranger@example.org')
  expect(await app.names('one_holder')).toEqual(['Code host'])
})

test('inactive owners: deactivated, or not signed in for more than 30 days, with keys; those with most keys first', async () => {
  const app = await started()
  await app.ann.addKey('One')
  await app.bo.addKey('Two')
  await app.bo.addKey('Three')
  await app.signUp('cy@example.org')
  await app.setUser('cy@example.org', { is_active: false })
  expect(await app.list('inactive_owners')).toEqual([])
  await app.setUser(app.ann.email, { is_active: false })
  await app.setUser(app.bo.email, { last_login_at: app.ago(31) })
  const found = await app.list('inactive_owners')
  expect(found.map(({ owner, keys }) => [owner.name, owner.is_active, keys])).toEqual([
    ['Bo Sample', true, 2],
    ['Ann Example', false, 1],
  ])
  await app.setUser(app.bo.email, { last_login_at: app.ago(29) })
  expect(await app.list('inactive_owners')).toHaveLength(1)
})

test('a key counts as never used if it is older than 30 days and none of its codes was ever copied', async () => {
  const app = await started()
  for (const name of ['New', 'Old', 'Used']) await app.ann.addKey(name)
  await app.db
    .updateTable('keys')
    .set({ created_at: app.ago(31) })
    .where('name', '<>', 'New')
    .execute()
  await app.db
    .updateTable('keys')
    .set({ copied_at: app.ago(5) })
    .where('name', '=', 'Used')
    .execute()
  expect(await app.names('never_used')).toEqual(['Old'])
})

test('shares past their need: unused for 90 days, with somebody deactivated, or expired; and why', async () => {
  const app = await started()
  const shares = new Map<string, string>()
  for (const name of ['Unused', 'Used', 'New']) {
    const { key } = await app.ann.addKey(name)
    shares.set(name, (await app.ann.share(key.id, app.bo.email)) ?? '')
    if (name === 'Used') await app.bo.send('POST', `/api/keys/${key.id}/copied`, { body: { code: 'current' } })
  }
  await app.db
    .updateTable('shares')
    .set({ created_at: app.ago(91) })
    .where('id', '<>', shares.get('New') ?? '')
    .execute()
  const reasons = async () => (await app.list('stale_shares')).map(({ key_name: name, reason }) => [name, reason])
  expect(await reasons()).toEqual([['Unused', 'unused']])
  expect((await app.list('stale_shares'))[0]).toMatchObject({ with: { name: 'Bo Sample' }, owner: { name: 'Ann Example' } })
  await app.db
    .updateTable('shares')
    .set({ expires_at: app.ago(1) })
    .where('id', '=', shares.get('New') ?? '')
    .execute()
  expect(await reasons()).toContainEqual(['New', 'expired'])
  await app.setUser(app.bo.email, { is_active: false })
  expect(await reasons()).toContainEqual(['Used', 'inactive_recipient'])
})

test('a share with a group is used when one of the group uses it', async () => {
  const app = await started()
  const { key } = await app.ann.addKey('Code host')
  const { group } = (await app.ann.send<{ group: { id: string } }>('POST', '/api/groups', { body: { name: 'Operations' } })).body
  await app.ann.send('POST', `/api/groups/${group.id}/members`, { body: { email: app.bo.email } })
  await app.ann.send('POST', '/api/keys/share', { body: { key_ids: [key.id], group_id: group.id } })
  await app.db
    .updateTable('shares')
    .set({ created_at: app.ago(91) })
    .execute()
  expect((await app.list('stale_shares')).map(({ with: person }) => person)).toEqual([{ id: null, name: 'Operations' }])
  expect(await app.names('one_holder')).toEqual([])
  await app.bo.send('POST', `/api/keys/${key.id}/copied`, { body: { code: 'current' } })
  expect(await app.list('stale_shares')).toEqual([])
})

test('a list comes by the page, the oldest first', async () => {
  const app = await started()
  for (let number = 1; number <= 27; number++) {
    await app.ann.addKey(`Key ${number}`)
    app.clock.advance(1000)
  }
  const { body } = await app.admin.call(listRisks, { query: { kind: 'one_holder', page: '2' } as never })
  expect(body).toMatchObject({ total: 27, last_page: 2, from: 26, to: 27 })
  expect(body.data.map(({ key_name: name }) => name)).toEqual(['Key 26', 'Key 27'])
})

test('an export has the whole list, makes no formula of a name, carries no secret, and is written down', async () => {
  const app = await started()
  const [{ id: owner }] = (await app.db.selectFrom('users').where('email', '=', app.ann.email).select('id').execute()) as [{ id: string }]
  await app.ann.addKey('=HYPERLINK("https://example.org")', { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  // More than one batch, many of the same moment.
  const { secret } = await app.db.selectFrom('keys').select('secret').executeTakeFirstOrThrow()
  const many = Array.from({ length: 1100 }, (_, number) => ({
    id: crypto.randomUUID(),
    owner_id: owner,
    name: `Key ${number}`,
    kind: 'totp' as const,
    algorithm: 'SHA1' as const,
    digits: 6,
    period: 30,
    secret,
    created_at: app.ago(number % 2),
    updated_at: app.ago(0),
  }))
  await app.db.insertInto('keys').values(many).execute()
  const csv = await app.admin.send('GET', '/api/admin/analytics/risks/export?kind=one_holder')
  expect(csv.headers.get('content-disposition')).toContain('twofold-one-holder.csv')
  expect(csv.text).toContain(`"'=HYPERLINK(""https://example.org"")"`)
  expect(csv.text).not.toContain('JBSWY3DPEHPK3PXP')
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1102)
  const { body } = await app.admin.send<Risk[]>('GET', '/api/admin/analytics/risks/export?kind=one_holder&format=json')
  expect(new Set(body.map(({ id }) => id)).size).toBe(1101)
  const { data } = (await app.admin.call(listAudit, { query: { action: 'analytics.exported' } })).body
  expect(data.map(({ after }) => after)).toContainEqual({ list: 'one_holder', format: 'csv' })
})

test.each(['one_holder', 'inactive_owners', 'never_used', 'stale_shares'] as const)('%s: an empty list is an empty file', async (kind) => {
  const app = empty()
  expect((await app.admin.send('GET', `/api/admin/analytics/risks/export?kind=${kind}&format=json`)).body).toEqual([])
})

test('users see no risks', async () => {
  const app = empty()
  expect((await app.bo.call(listRisks, { query: {} })).status).toBe(403)
  expect((await app.bo.call(exportRisks, { query: { kind: 'one_holder' } })).status).toBe(403)
})
