import { addBackupCodes, listBackupCodes } from '@twofold/contract/backup-codes'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { getKey, listKeys } from '@twofold/contract/keys'
import { listShares, shareKey } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { handOver } from '../../testing/hand-over.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import type { GrantsRepository } from '../grants/grants.repository.ts'
import { createHandOverService } from './hand-over.service.ts'

const shared = shareApp(startTestApp)

test('a key that is handed over belongs to the other with all that is kept with it, and who had it keeps it', async () => {
  const app = shared()
  const [ann, bo, cy, di] = [
    await app.signUp('ann@example.org'),
    await app.signUp('bo@example.org'),
    await app.signUp('cy@example.org'),
    await app.signUp('di@example.org'),
  ]
  const { key } = await ann.addKey('Code host', { note: 'in the safe', type: 'hotp', counter: 3 })
  const params = { id: key.id }
  await cy.enterPin()
  await ann.call(addBackupCodes, { params, body: { codes: ['aaaa-1111'] } })
  await ann.share(key.id, bo.email)
  await ann.share(key.id, cy.email)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  for (const email of [di.email, bo.email, cy.email]) await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  await ann.call(shareKey, { params, body: { group_id: group.id, permission: 'admin' } })

  expect((await cy.call(transferKey, { params, body: { email: cy.email } })).body.errors).toHaveProperty('email')
  expect((await cy.call(transferKey, { params, body: { email: bo.email } })).body.code).toBe('keys.owner_only')
  expect((await handOver(ann, bo, key.id)).body).toMatchObject({ message: 'Code host belongs to you now.', key_id: key.id })

  expect(await ann.visible()).toEqual([])
  expect((await bo.call(getKey, { params })).body.key).toMatchObject({ access: 'owner', note: 'in the safe', counter: 3 })
  expect((await bo.call(listKeys, {})).body.shared_keys).toEqual([])
  await bo.enterPin()
  expect((await bo.call(listBackupCodes, { params })).body.data).toMatchObject([{ code: 'aaaa-1111' }])
  const next = await bo.send<{ code: string }>('POST', `/api/keys/${key.id}/next-code`)
  expect(next.body.code).toMatch(/^\d{6}$/)
  for (const person of [cy, di])
    expect((await person.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: key.id, permission: 'admin', group: null }])
})

test('a person with a key through two groups keeps it on the terms that last longer', async () => {
  const app = shared()
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const tomorrow = new Date(app.clock.now() + 24 * 60 * 60 * 1000).toISOString()
  for (const terms of [{ permission: 'admin' as const, expires_at: tomorrow }, { permission: 'view' as const }]) {
    const { group } = (await ann.call(addGroup, { body: { name: `For ${terms.permission}` } })).body
    await ann.call(addGroupMember, { params: { id: group.id }, body: { email: cy.email } })
    await ann.call(shareKey, { params, body: { group_id: group.id, ...terms } })
  }
  await handOver(ann, bo, key.id)
  expect((await cy.call(listKeys, {})).body.shared_keys).toMatchObject([{ id: key.id, permission: 'view-only', expires_at: null }])
})

test('shares that waited for the address of the new owner, alone or in a group, are gone: nobody shares a key with themselves', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  const email = app.address('bo@example.org')
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email } })
  await ann.call(shareKey, { params, body: { group_id: group.id } })
  await ann.share(key.id, email)
  const bo = await app.signUp('bo@example.org')
  expect(await bo.visible()).toEqual([])

  expect((await handOver(ann, bo, key.id)).status).toBe(200)
  expect((await bo.call(listShares, { params })).body.data).toEqual([])
  expect((await bo.call(listKeys, {})).body.own_keys).toMatchObject([{ id: key.id, shared_with: 0 }])
})

test('a person who used a key is in its list with their present address, and gets it when it is handed to that', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const params = { id: key.id }
  await ann.share(key.id, bo.email)
  const listed = async () => (await ann.call(listShares, { params })).body.data.map(({ email }) => email)
  const moved = { email: app.address('robert@example.org'), email_normalized: app.address('robert@example.org') }
  await app.db.updateTable('users').set(moved).where('email', '=', bo.email).execute()
  // Somebody else has the address that was typed.
  const other = await app.signUp('bo@example.org')
  expect(await listed()).toEqual([bo.email])
  await bo.codes()
  expect(await listed()).toEqual([moved.email])
  await handOver(ann, { ...bo, email: moved.email }, key.id)
  expect([await ann.visible(), await other.visible(), await bo.visible()]).toEqual([[], [], [key.id]])
})

describe('members of a group that has the key', () => {
  const now = Date.UTC(2026, 0, 1)
  const at = (milliseconds: number) => new Date(now + milliseconds)
  const share = { key_id: 'key', email: 'cy@example.org', granted_by: 'ann', created_at: at(-5), group_id: null, id: 'known' }
  const had = {
    key_id: 'key',
    recipient_id: 'cy' as string | null,
    email: 'cy@example.org',
    email_normalized: 'cy@example.org' as string | null,
    permission: 'view',
    granted_by: 'ann',
    expires_at: null as Date | null,
  }

  /** Effects of the hand-over from ann to bo on the shares of the key. */
  async function stepsOf(
    member: Partial<typeof had>,
    known?: { recipient_id: string | null; permission: string; expires_at: Date | null },
  ) {
    const steps: unknown[] = []
    const note =
      (name: string) =>
      (...input: unknown[]) =>
        Promise.resolve(void steps.push([name, ...input]))
    const rows = {
      lockMembers: async () => {},
      listThroughGroups: async () => [{ ...had, ...member }],
      findOfMember: async (_key: string, target: unknown) => {
        steps.push(['findOfMember', target])
        return known === undefined ? undefined : { ...share, ...known }
      },
      put: note('put'),
      change: note('change'),
      revoke: note('revoke'),
      revokeGroupShares: note('revokeGroupShares'),
      revokeOwners: note('revokeOwners'),
      revokeWaiting: note('revokeWaiting'),
    } as unknown as GrantsRepository
    const transfer = createHandOverService({
      grantRows: () => rows,
      offers: () => ({ voidOf: note('voidOf') }),
      ownership: { change: async () => ({ name: 'Code host' }) },
      clock: createManualClock(now),
    })
    expect(await transfer.changeOwner({ db: {} } as unknown as Tx, 'key', { from: 'ann', to: 'bo' })).toEqual({ name: 'Code host' })
    // Shares of the group, and the new owner's own, end in any case, and so do offers.
    expect(steps.slice(-4)).toEqual([
      ['revokeGroupShares', 'key', at(0)],
      ['revokeOwners', 'key', 'bo', at(0)],
      ['revokeWaiting', 'key', 'bo', at(0)],
      ['voidOf', 'key'],
    ])
    return steps.slice(0, -4)
  }

  const found = ['findOfMember', { userId: 'cy', normalized: 'cy@example.org' }]
  const given = (expires_at: Date | null = null) => [
    'put',
    { ...had, expires_at, id: expect.any(String) as string, group_id: null, granted_by: 'bo', created_at: at(0) },
  ]

  test('keep it by a share that the new owner gives; the new and the former owner do not', async () => {
    expect(await stepsOf({})).toEqual([found, given()])
    expect(await stepsOf({ recipient_id: 'bo' })).toEqual([])
    expect(await stepsOf({ recipient_id: 'ann' })).toEqual([])
    expect((await stepsOf({ email_normalized: null }))[0]).toEqual(['findOfMember', { userId: 'cy', normalized: '' }])
  })

  test('people with a share that has ended get a new one in its place', async () => {
    const ended = { recipient_id: 'cy', permission: 'admin', expires_at: at(0) }
    expect(await stepsOf({ expires_at: at(9) }, ended)).toEqual([found, ['revoke', 'known', at(0)], given(at(9))])
  })

  test.each([
    ['view', 'view', 'view'],
    ['view', 'admin', 'admin'],
    ['admin', 'view', 'admin'],
  ])('a person who had it by a share of their own at %s and through the group at %s has it at %s', async (own, grouped, expected) => {
    const known = { recipient_id: 'cy', permission: own, expires_at: null }
    expect(await stepsOf({ permission: grouped }, known)).toEqual([found, ['change', 'known', { permission: expected, expires_at: null }]])
  })

  test.each([
    [1, 9, 9],
    [9, 1, 9],
    [null, 9, null],
    [9, null, null],
  ])('a person who had it until %s and through the group until %s has it until %s', async (own, grouped, expected) => {
    const end = (milliseconds: number | null) => (milliseconds === null ? null : at(milliseconds))
    const known = { recipient_id: 'cy', permission: 'view', expires_at: end(own) }
    expect(await stepsOf({ expires_at: end(grouped) }, known)).toEqual([
      found,
      ['change', 'known', { permission: 'view', expires_at: end(expected) }],
    ])
  })

  test.each([
    ['view', null, 'admin', 9, 'view', null],
    ['admin', 9, 'view', null, 'view', null],
    ['admin', null, 'view', 9, 'admin', null],
    ['view', 1, 'admin', 9, 'admin', 9],
  ])(
    'nobody has a level for longer than it was given: %s until %s, and through the group %s until %s, is %s until %s',
    async (own, ownEnd, grouped, groupedEnd, permission, expected) => {
      const end = (milliseconds: number | null) => (milliseconds === null ? null : at(milliseconds))
      const known = { recipient_id: 'cy', permission: own, expires_at: end(ownEnd) }
      expect(await stepsOf({ permission: grouped, expires_at: end(groupedEnd) }, known)).toEqual([
        found,
        ['change', 'known', { permission, expires_at: end(expected) }],
      ])
    },
  )

  test('a person whose share waited for their account has it by that share now', async () => {
    const waiting = { recipient_id: null, permission: 'view', expires_at: null }
    const changed = { permission: 'view', expires_at: null }
    expect(await stepsOf({}, waiting)).toEqual([found, ['change', 'known', { ...changed, recipient_id: 'cy' }]])
    expect(await stepsOf({ recipient_id: null }, waiting)).toEqual([
      ['findOfMember', { userId: null, normalized: 'cy@example.org' }],
      ['change', 'known', changed],
    ])
  })
})
