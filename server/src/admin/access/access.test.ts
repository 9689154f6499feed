import { type AccessRow, accessRowsMost, exportAccess, listAccess } from '@twofold/contract/admin/access'
import type { CallInput } from '@twofold/contract/endpoint'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, editKey, showSecret } from '@twofold/contract/keys'
import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { listAudit } from '@twofold/contract/admin/audit'
import { expect, test } from 'vitest'
import { keySizes } from './ledger-showings.repository.ts'
import { hasOneHolder, wasNeverUsed } from '../analytics/risks.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'
import { startOffice } from '../../testing/start-office.ts'

type Query = CallInput<typeof listAccess>['query']

const day = 86_400_000
const secret = 'JBSWY3DPEHPK3PXPCANARY22'

async function started() {
  const app = await startOffice()
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const bo = await app.signUp('bo@example.com', 'Bo Sample')
  const cy = await app.signUp('cy@partner.example', 'Cy Partner')
  const { key } = await ann.addKey('Code host', { tags: ['web'], secret })
  const { key: bank } = await ann.addKey('Bank')
  const answer = async (query: Query) => {
    const { status, body } = await app.admin.call(listAccess, { query })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const ask = async (query: Query) => (await answer(query)).data.map(rowText)
  const exported = async (query: Query) =>
    (await app.admin.send('GET', `/api${exportAccess.path}?${new URLSearchParams(query as Record<string, string>).toString()}`)).text
  return { ...app, ann, bo, cy, key, bank, answer, ask, exported }
}

const rowText = ({ key, person, via, level, what, group }: AccessRow) =>
  [key.name, person.name ?? person.email, what ?? `${via} ${level}`, ...(group === null ? [] : [group.name])].join(', ')

test('a key can be used by its owner, people it is shared with, members of groups, and addresses that are not proven', async () => {
  const { ann, bo, cy, key, ask } = await started()
  await ann.share(key.id, bo.email, { permission: 'admin' })
  await ann.share(key.id, 'new@partner.example')
  const { group } = (await ann.call(addGroup, { body: { name: 'Night shift' } })).body
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: cy.email } })
  await ann.call(shareKey, { params: { id: key.id }, body: { group_id: group.id } })
  const all = [
    'Code host, Ann Example, owner owner',
    'Code host, Bo Sample, direct admin',
    'Code host, Cy Partner, group view, Night shift',
  ]
  expect((await ask({ key: key.id })).toSorted()).toEqual([...all, 'Code host, new@partner.example, direct view'])
  expect((await ask({ key: 'code' })).toSorted()).toEqual([...all, 'Code host, new@partner.example, direct view'])
  expect(await ask({ person: 'cy@' })).toEqual(['Code host, Cy Partner, group view, Night shift'])
  expect(await ask({ group: 'night' })).toEqual(['Code host, Cy Partner, group view, Night shift'])
  expect(await ask({ tag: 'web', person: 'Bo' })).toEqual(['Code host, Bo Sample, direct admin'])
  expect(await ask({ tag: 'other' })).toEqual([])
})

test('domains: those inside, those outside, and addresses that are not proven as well', async () => {
  const { ann, bo, cy, key, ask } = await started()
  for (const email of [bo.email, cy.email, 'new@partner.example']) await ann.share(key.id, email)
  const partners = ['Code host, Cy Partner, direct view', 'Code host, new@partner.example, direct view']
  expect(await ask({ domain: 'Partner.example' })).toEqual(partners)
  expect(await ask({ domain: 'example.org, example.com', outside: 'true' })).toEqual(partners)
  expect(await ask({ domain: '@partner.example example.org', outside: 'true' })).toEqual(['Code host, Bo Sample, direct view'])
})

test('the past of a day: access that has ended is there, and later access is not', async () => {
  const { ann, bo, key, ask, clock, db } = await started()
  const share_id = (await ann.share(key.id, bo.email)) ?? ''
  clock.advance(60_000)
  await ann.call(revokeShare, { params: { id: key.id, share_id } })
  const ago = (days: number) => new Date(clock.now() - days * day)
  await db
    .updateTable('key_owner_history')
    .set({ since: ago(10) })
    .execute()
  await db
    .updateTable('share_history')
    .set({ since: ago(8), until: ago(5) })
    .execute()
  const on = (days: number) => ask({ key: key.id, on: ago(days).toISOString().slice(0, 10), person: 'Bo' })
  expect(await on(9)).toEqual([])
  expect(await on(8)).toEqual(['Code host, Bo Sample, direct view'])
  expect(await on(5)).toEqual(['Code host, Bo Sample, direct view'])
  expect(await on(4)).toEqual([])
  expect(await ask({ key: key.id, person: 'Bo' })).toEqual([])
})

test('showings: who was shown and who copied codes, by key, person, domain and days', async () => {
  const { ann, bo, key, bank, ask, answer, usage, clock } = await started()
  await ann.share(key.id, bo.email)
  await bo.codes()
  await ann.codes()
  await usage.flush()
  await bo.send('POST', `/api/keys/${key.id}/copied`, { body: { code: 'current' } })
  expect((await ask({ question: 'showings', key: key.id })).toSorted()).toEqual([
    'Code host, Ann Example, shown',
    'Code host, Bo Sample, copied',
    'Code host, Bo Sample, shown',
  ])
  expect(await ask({ question: 'showings', key: bank.id })).toEqual(['Bank, Ann Example, shown'])
  expect(await ask({ question: 'showings', key: 'code', domain: 'example.org', outside: 'true' })).toHaveLength(2)
  const today = clock.date().toISOString().slice(0, 10)
  const yesterday = new Date(clock.now() - day).toISOString().slice(0, 10)
  expect((await answer({ question: 'showings', from: today, to: today })).total).toBe(4)
  expect((await answer({ question: 'showings', to: yesterday })).total).toBe(0)
})

test('showings by tag or name are the same however many keys are asked about, also behind a row', async () => {
  const { db, ann, bo, key, ask, usage, clock } = await started()
  await ann.share(key.id, bo.email)
  await bo.codes()
  await ann.codes()
  await usage.flush()
  const few = await ask({ question: 'showings', tag: 'web' })
  expect(few.toSorted()).toEqual(['Code host, Ann Example, shown', 'Code host, Bo Sample, shown'])
  const times = { now: clock.date(), day: undefined, keysMadeBefore: clock.date() }
  for (const filters of [{ tag: 'web' }, { key: 'code' }, { tag: 'web', key: 'code' }]) {
    const found = await Promise.all(
      [keySizes, { few: 0, some: 10 }, { few: 0, some: 0 }].map(async (sizes) => {
        const ledger = createLedgerRepository(db, { hasOneHolder, wasNeverUsed }, sizes)
        const asked = { question: 'showings', ...filters } as const
        const { rows } = await ledger.list(asked, times, { most: 10, limit: 10, offset: 0 })
        const [first, ...behind] = await ledger.listShowings('shown', asked, 10)
        expect(await ledger.listShowings('shown', asked, 10, first)).toEqual(behind)
        return rows
      }),
    )
    expect(found[0]).toHaveLength(2)
    for (const others of found) expect(others).toEqual(found[0])
  }
})

test('tags of a key are found as they are, and not of a deleted one', async () => {
  const { ann, key, ask } = await started()
  const holders = (tag: string) => ask({ question: 'access', tag })
  const before = await holders('web')
  expect(before).not.toEqual([])
  await ann.call(editKey, { params: { id: key.id }, body: { tags: ['office', 'Web'] } })
  expect([await holders('web'), await holders('office'), await holders('Web')]).toEqual([[], before, before])
  await ann.call(deleteKey, { params: { id: key.id } })
  expect(await holders('office')).toEqual([])
})

test('secrets list the people who brought a key in and were shown its secret, even after they lost access to it', async () => {
  const { ann, bo, key, ask } = await started()
  const share_id = (await ann.share(key.id, bo.email, { permission: 'admin' })) ?? ''
  await bo.enterPin()
  expect((await bo.call(showSecret, { params: { id: key.id } })).status).toBe(200)
  await ann.call(revokeShare, { params: { id: key.id, share_id } })
  expect((await ask({ question: 'secrets', key: 'code host' })).toSorted()).toEqual([
    'Code host, Ann Example, added',
    'Code host, Bo Sample, secret',
  ])
  expect(await ask({ question: 'secrets', person: 'bo@' })).toEqual(['Code host, Bo Sample, secret'])
})

test('one holder and unused mean what they mean in the risk radar', async () => {
  const { ann, bo, key, bank, ask, db, clock } = await started()
  await ann.share(key.id, bo.email)
  expect(await ask({ question: 'one_holder' })).toEqual(['Bank, Ann Example, owner owner'])
  expect(await ask({ question: 'unused', person: 'ann' })).toEqual([])
  await db
    .updateTable('keys')
    .set({ created_at: new Date(clock.now() - 31 * day) })
    .where('id', '=', bank.id)
    .execute()
  expect(await ask({ question: 'unused', person: 'ann' })).toEqual(['Bank, Ann Example, owner owner'])
  expect(await ask({ question: 'unused', domain: 'example.com' })).toEqual([])
})

test('a filter that the question does not know is refused, and so are domains that are none', async () => {
  const { admin } = await started()
  const errors = async (query: Query) => {
    const { status, body } = await admin.call(listAccess, { query })
    return [status, ...Object.keys(body.errors ?? {})]
  }
  expect(await errors({ question: 'secrets', group: 'x' })).toEqual([422, 'group'])
  expect(await errors({ question: 'showings', on: '2026-11-20' })).toEqual([422, 'on'])
  expect(await errors({ question: 'access', from: '2026-11-20' })).toEqual([422, 'from'])
  expect(await errors({ question: 'showings', from: '2026-11-20', to: '2026-11-19' })).toEqual([422, 'to'])
  expect(await errors({ question: 'showings', domain: 'example.org' })).toEqual([422, 'domain'])
  expect(await errors({ outside: 'true' })).toEqual([422, 'domain'])
  expect(await errors({ domain: '<b>' })).toEqual([422, 'domain'])
})

test('only administrators ask, and no answer holds a secret or a code', async () => {
  const { ann, bo, admin, key, send, exported } = await started()
  await ann.share(key.id, bo.email)
  const codes = (await bo.codes()).map(({ code }) => code)
  for (const path of ['/api/admin/access', '/api/admin/access/export']) {
    expect((await send('GET', path)).status).toBe(401)
    expect((await ann.send('GET', path)).status).toBe(403)
    for (const question of ['access', 'showings', 'secrets', 'one_holder', 'unused']) {
      const { status, text } = await admin.send('GET', `${path}?question=${question}`)
      expect(status).toBe(200)
      expect(text).not.toContain(secret)
      for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<![\\d-])${code}(?!\\d)`))
    }
  }
  expect(await exported({ question: 'secrets' })).toContain('Code host')
})

test('the export is the whole answer, safe for spreadsheets, and is written down', async () => {
  const { ann, bo, cy, admin, exported, usage } = await started()
  const { key } = await ann.addKey('=cmd()')
  for (const { email } of [bo, cy]) await ann.share(key.id, email)
  await ann.share(key.id, 'new@partner.example')
  const lines = (await exported({ key: key.id })).trim().split('\r\n')
  expect(lines[0]).toBe('key,key id,owner,person,e-mail,active,via,group,level,what,since,until,key last used')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(/^'=cmd\(\),/)
  const outside = (await exported({ domain: 'example.org', outside: 'true' })).trim().split('\r\n')
  expect(outside.map((line) => line.split(',')[4])).toEqual(['e-mail', 'bo@example.com', 'cy@partner.example', 'new@partner.example'])
  await bo.codes()
  await usage.flush()
  expect((await exported({ question: 'showings', person: 'bo@' })).trim().split('\r\n')).toHaveLength(2)
  const { data } = (await admin.call(listAudit, { query: { action: 'access.exported' } })).body
  expect(data.map(({ after }) => after?.['question'])).toEqual(['showings', 'access', 'access'])
})

test('pages follow each other, and what is beyond the count is said', async () => {
  const { ann, db, answer, key } = await started()
  await ann.share(key.id, 'first@example.net')
  const { id } = await db.selectFrom('shares').select('id').executeTakeFirstOrThrow()
  const copy = (number: number) => ({
    id: crypto.randomUUID(),
    email: `p${number}@example.net`,
    email_normalized: `p${number}@example.net`,
  })
  const row = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .insertInto('shares')
    .values(Array.from({ length: 30 }, (_, number) => ({ ...row, ...copy(number) })))
    .execute()
  const pages = [await answer({ key: key.id }), await answer({ key: key.id, page: '2' }), await answer({ key: key.id, page: '3' })]
  expect(pages.map(({ data, total, has_more }) => [data.length, total, has_more])).toEqual([
    [25, 32, false],
    [7, 32, false],
    [0, 32, false],
  ])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ person }) => person.email))).size).toBe(32)
  await db
    .insertInto('shares')
    .values(Array.from({ length: accessRowsMost }, (_, number) => ({ ...row, ...copy(number + 30) })))
    .execute()
  expect(await answer({ key: key.id, page: '10' })).toMatchObject({ total: accessRowsMost, has_more: true, last_page: 10 })
  expect((await answer({ key: key.id, page: '11' })).data).toEqual([])
})
