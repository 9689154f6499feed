import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuditChainRepository } from '../platform/audit-chain/audit-chain.repository.ts'
import { beginning, hashLink, textOf } from '../platform/audit-chain/canonical-row.ts'
import { verifyDatabase } from '../platform/audit-chain/verify-database.ts'
import type { Db } from '../platform/database.ts'
import { startTestApp } from './start-test-app.ts'
import { verifyTampered } from './verify-tampered.ts'

/** Values under names that no act of the product has. */
const odd = (values: object): object => values

/* Somebody who owns the tables takes the protection away and rewrites the log. Each try is rolled back. */

const rows = 60
/** A checkpoint is signed after so many. */
const every = 20

/** Expected result of a verification: the row, and some words of the sentence. */
interface Expected {
  sequence: number | null
  says: RegExp
}
type Try = (db: Db, at: number) => Promise<Expected>

const idAt = (at: number) => sql`(select audit_id from audit_chain where sequence = ${at})`
const run = (db: Db, ...statements: RawBuilder<unknown>[]) =>
  statements.reduce((before, statement) => before.then(() => statement.execute(db)).then(() => undefined), Promise.resolve(undefined))

const changes = [
  sql`actor_name = 'Nobody'`,
  sql`actor_email = 'nobody@example.org'`,
  sql`actor_id = gen_random_uuid()`,
  sql`action = 'user.created'`,
  sql`happened_at = happened_at + interval '1 microsecond'`,
  sql`target_name = 'another'`,
  sql`target_id = 'another'`,
  sql`target_kind = null`,
  sql`before = '{}'`,
  sql`after = jsonb_set(after, '{count}', '-1')`,
  sql`ip = '192.0.2.7'`,
  sql`caused_by = 'another'`,
  sql`id = gen_random_uuid()`,
]

/** Recomputes the links from `from` to `to`, as somebody would who covers their tracks. */
async function relink(db: Db, from: number, to: number) {
  const chain = createAuditChainRepository(db)
  const [last] = await chain.listLinks(from - 2, from - 1, 1)
  let previous = last?.hash ?? beginning
  for (const { sequence, row } of await chain.listLinks(from - 1, to, rows)) {
    if (row === undefined) throw new Error('There is no row to link.')
    const hash = hashLink(previous, textOf(row, sequence))
    await sql`update audit_chain set previous_hash = decode(${previous}, 'hex'), hash = decode(${hash}, 'hex') where sequence = ${sequence}`.execute(
      db,
    )
    previous = hash
  }
}

const insertRow = (db: Db, id: string) =>
  sql`insert into audit_log (id, happened_at, action) values (${id}::uuid, now(), 'user.created')`.execute(db)

const tries: Record<string, Try> = {
  ...Object.fromEntries(
    changes.map((change, index): [string, Try] => [
      `column ${index} is changed`,
      async (db, at) => {
        await sql`update audit_log set ${change} where id = ${idAt(at)}`.execute(db)
        return { sequence: at, says: /changed|removed/ }
      },
    ]),
  ),

  async 'a row is deleted'(db, at) {
    await sql`delete from audit_log where id = ${idAt(at)}`.execute(db)
    return { sequence: at, says: /removed/ }
  },
  async 'a row and its link are deleted'(db, at) {
    await run(db, sql`delete from audit_log where id = ${idAt(at)}`, sql`delete from audit_chain where sequence = ${at}`)
    return { sequence: at, says: /removed/ }
  },
  async 'a row is put in without a link'(db) {
    const id = crypto.randomUUID()
    await insertRow(db, id)
    return { sequence: null, says: new RegExp(`${id} was put in`) }
  },
  async 'a row is put in with a link'(db, at) {
    const id = crypto.randomUUID()
    await insertRow(db, id)
    await run(
      db,
      sql`update audit_chain set sequence = sequence + 1000 where sequence >= ${at}`,
      sql`update audit_chain set sequence = sequence - 999 where sequence > 1000`,
      sql`insert into audit_chain (sequence, audit_id, previous_hash, hash)
          values (${at}, ${id}::uuid, decode(${beginning}, 'hex'), decode(${beginning}, 'hex'))`,
    )
    await relink(db, at, at)
    return { sequence: at, says: /put in/ }
  },
  async 'two rows are swapped'(db, at) {
    const other = at === rows ? 1 : at + 1 + (at % (rows - at))
    await run(
      db,
      sql`create temp table swapped on commit drop as select ${idAt(at)} as a, ${idAt(other)} as b`,
      sql`update audit_log set id = gen_random_uuid(), target_kind = 'swapped' where id = (select a from swapped)`,
      sql`update audit_log set id = (select a from swapped) where id = (select b from swapped)`,
      sql`update audit_log set id = (select b from swapped), target_kind = 'settings' where target_kind = 'swapped'`,
    )
    return { sequence: Math.min(at, other), says: /changed/ }
  },
  async 'two links are swapped'(db, at) {
    const other = at === rows ? 1 : at + 1
    await run(
      db,
      sql`update audit_chain set sequence = 5000 where sequence = ${at}`,
      sql`update audit_chain set sequence = ${at} where sequence = ${other}`,
      sql`update audit_chain set sequence = ${other} where sequence = 5000`,
    )
    return { sequence: Math.min(at, other), says: /changed/ }
  },
  async 'a hash is changed'(db, at) {
    await sql`update audit_chain set hash = sha256(hash) where sequence = ${at}`.execute(db)
    return { sequence: at, says: /changed/ }
  },
  async 'the previous hash of a link is changed'(db, at) {
    await sql`update audit_chain set previous_hash = sha256(hash) where sequence = ${at}`.execute(db)
    return { sequence: at, says: /changed/ }
  },
  async 'a link is put elsewhere'(db, at) {
    await sql`update audit_chain set sequence = sequence + 1000 where sequence = ${at}`.execute(db)
    return { sequence: at, says: /removed/ }
  },
  async 'the end is cut off behind a checkpoint'(db, at) {
    const kept = Math.min(at, rows - 1)
    await run(
      db,
      sql`delete from audit_log where id in (select audit_id from audit_chain where sequence > ${kept})`,
      sql`delete from audit_chain where sequence > ${kept}`,
    )
    return { sequence: kept + 1, says: /removed\. A signed checkpoint/ }
  },
  async 'a row is changed and its link computed anew'(db, at) {
    await sql`update audit_log set target_name = 'another' where id = ${idAt(at)}`.execute(db)
    await relink(db, at, at)
    // After the last row nothing tells it from those before.
    return at === rows
      ? { sequence: at - every + 1, says: new RegExp(`rows ${at - every + 1} to ${at} were changed`) }
      : { sequence: at, says: /changed/ }
  },
  async 'a row is changed and all links after it computed anew'(db, at) {
    await sql`update audit_log set target_name = 'another' where id = ${idAt(at)}`.execute(db)
    await relink(db, at, rows)
    const first = Math.floor((at - 1) / every) * every + 1
    return { sequence: first, says: new RegExp(`rows ${first} to ${first + every - 1} were changed after .* computed anew`) }
  },
  async 'a checkpoint is changed'(db) {
    await sql`update audit_checkpoints set hash = sha256(hash) where sequence = ${every}`.execute(db)
    return { sequence: every, says: /no valid signature/ }
  },
}

test('tampering with the chain is found at the right row, in 150 random tries', async () => {
  const app = await startTestApp()
  const actor = { id: crypto.randomUUID(), name: 'Ann', email: 'ann@example.org' }
  const call = { actor, address: '203.0.113.7', call: 'PUT /admin/settings', targetId: 'x', fields: [], changes: true }
  for (let count = 1; count <= rows; count += 1) {
    await app.audit.during(call, () =>
      app.transaction((tx) =>
        tx.audit({
          action: 'settings.changed',
          target: { kind: 'settings', id: `id ${count}`, name: `Row ${count}` },
          before: odd({ count: count - 1, text: 'ä"\n,' }),
          after: odd({ count, 10: [null, 0.1], b: { z: 1, a: true } }),
        }),
      ),
    )
    if (count % every === 0) await app.auditChain.seal()
  }
  const { publicKey } = app.auditChain.signer
  expect((await verifyDatabase(createAuditChainRepository(app.db), publicKey)).found).toBeUndefined()

  const tables = ['audit_log', 'audit_chain', 'audit_checkpoints']
  const wrong: unknown[] = []
  for (let count = 0; count < 6; count += 1) {
    for (const [name, tamper] of Object.entries(tries)) {
      const at = 1 + Math.floor(Math.random() * rows)
      const { found, tampered: expected } = await verifyTampered(app, tables, (db) => tamper(db, at))
      if (found?.sequence !== expected.sequence || !expected.says.test(found?.sentence ?? '')) wrong.push({ name, at, expected, found })
    }
  }
  expect(wrong).toEqual([])
  expect((await app.auditChain.verify()).found).toBeUndefined()
})

test('a row that is removed before it was linked is missed', async () => {
  const app = await startTestApp()
  await app.transaction((tx) => tx.audit({ action: 'settings.changed' }))
  await run(app.asOwner(), sql`grant delete on audit_log to current_user`, sql`alter table audit_log disable trigger user`)
  const { rows: found } = await sql<{ id: string }>`delete from audit_log returning id`.execute(app.asOwner())
  await app.auditChain.linkAll()
  expect((await app.auditChain.verify()).found?.sentence).toBe(`The row with the id ${found[0]?.id} was removed before it was linked.`)
})
