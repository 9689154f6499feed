import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createAuditChain } from '../platform/audit-chain/audit-chain.ts'
import { createAuditChainRepository } from '../platform/audit-chain/audit-chain.repository.ts'
import { verifyDatabase } from '../platform/audit-chain/verify-database.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { openCrypto } from '../platform/crypto/crypto.ts'
import { createLog } from '../platform/log.ts'
import { openTestPool, useTestDatabase } from '../platform/testing/test-database.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

/* The chain over the audit log: what the application writes, who links it, and what of it holds. Tampering is in `audit-tampering.test.ts`. */

const act = (app: TestApp, name: string) =>
  app.transaction((tx) => tx.audit({ action: 'settings.changed', target: { kind: 'settings', name } }))

async function readChain(app: TestApp) {
  const { rows } = await sql<{ sequence: number; name: string }>`
    select sequence, target_name as name from audit_chain join audit_log on id = audit_id order by sequence`.execute(app.db)
  return rows
}

test('a row belongs to the chain soon after it was committed, and the whole is verified', async () => {
  const app = await startTestApp({ work: true })
  for (const name of ['one', 'two', 'three']) await act(app, name)
  await expect.poll(() => app.auditChain.readState()).toMatchObject({ linked: 3, waiting: 0 })
  expect((await readChain(app)).map(({ name }) => name)).toEqual(['one', 'two', 'three'])
  const checkpoint = await app.auditChain.checkpoint()
  expect(checkpoint?.statement).toMatchObject({ sequence: 3 })
  expect(await app.auditChain.verify()).toMatchObject({ rows: 3, waiting: 0, found: undefined, checkpoint: { sequence: 3 } })
  // Signed again only when there is more to sign.
  expect(await app.auditChain.checkpoint()).toEqual(checkpoint)
})

test('an export begins with the rows that wait, the newest first', async () => {
  const app = await startTestApp()
  for (const name of ['one', 'two']) await act(app, name)
  await app.auditChain.linkAll()
  for (const name of ['three', 'four']) await act(app, name)
  const rows = await Array.fromAsync(app.auditChain.listAll({ sequence: 2, after: 0, waits: true }))
  expect(rows.map((row) => [row.target_name, row.sequence])).toEqual([
    ['four', null],
    ['three', null],
    ['two', 2],
    ['one', 1],
  ])
})

test('a row that waits to be linked is said to wait, and is no break', async () => {
  const app = await startTestApp()
  await act(app, 'one')
  await app.auditChain.linkAll()
  await act(app, 'two')
  expect(await app.auditChain.verify()).toMatchObject({ rows: 1, waiting: 1, found: undefined })
})

test('a transaction that commits late is linked when it has, and one that rolls back leaves no gap', async () => {
  const app = await startTestApp()
  const begun = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const late = app.transaction(async (tx) => {
    await tx.audit({ action: 'settings.changed', target: { kind: 'settings', name: 'late' } })
    begun.resolve(undefined)
    await release.promise
  })
  await begun.promise
  const lost = app.transaction(async (tx) => {
    await tx.audit({ action: 'settings.changed', target: { kind: 'settings', name: 'lost' } })
    throw new Error('no')
  })
  await expect(lost).rejects.toThrow('no')
  // A clock that is set back changes no order.
  app.clock.advance(-86_400_000)
  await act(app, 'early')
  await app.auditChain.linkAll()
  expect(await readChain(app)).toEqual([{ sequence: 1, name: 'early' }])
  release.resolve(undefined)
  await late
  await app.auditChain.linkAll()
  expect(await readChain(app)).toEqual([
    { sequence: 1, name: 'early' },
    { sequence: 2, name: 'late' },
  ])
  expect((await app.auditChain.verify()).found).toBeUndefined()
})

test('two nodes that link at once make one chain, and each row is in it once', async () => {
  const app = await startTestApp()
  const db = openTestPool({ connection: app.connection, poolSize: 4, log: createLog('silent') })
  onTestFinished(() => db.destroy())
  const other = createAuditChain({ db, backgroundDb: db, crypto: app.crypto, clock: app.clock, log: createLog('silent') })
  const writing = Promise.all(Array.from({ length: 60 }, (_, index) => act(app, `row ${index}`)))
  const nodes = [app.auditChain, other, app.auditChain, other]
  await Promise.all(Array.from({ length: 10 }, () => Promise.all(nodes.map((chain) => chain.linkAll()))))
  await writing
  await Promise.all(nodes.map((chain) => chain.seal()))
  const rows = await readChain(app)
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(new Set(rows.map(({ name }) => name)).size).toBe(60)
  expect(await other.verify()).toMatchObject({ rows: 60, found: undefined })
})

test('rows from before the chain are linked by the first run, in batches', async () => {
  const app = await startTestApp()
  await sql`
    insert into audit_log (id, happened_at, action, target_name)
    select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', 'settings.changed', 'old ' || n
    from generate_series(1, 1201) n`.execute(app.db)
  const batches: number[] = []
  await app.auditChain.linkAll((rows) => batches.push(rows))
  expect(batches).toEqual([500, 500, 201, 0])
  expect((await readChain(app)).at(-1)).toEqual({ sequence: 1201, name: 'old 1201' })
  expect(await app.auditChain.verify()).toMatchObject({ rows: 1201, found: undefined })
})

test('a linker that dies in the middle leaves nothing half done', async () => {
  const app = await startTestApp()
  await act(app, 'one')
  const dying = app.db.transaction().execute(async (tx) => {
    const chain = createAuditChainRepository(tx)
    const [row] = await chain.nextWaiting(1)
    if (row === undefined) throw new Error('Nothing waits.')
    await chain.putLinks([{ sequence: 1, audit_id: row.id, previous_hash: '0'.repeat(64), hash: '1'.repeat(64) }], [row.position])
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await app.auditChain.readState()).toMatchObject({ linked: 0, waiting: 1 })
  await app.auditChain.linkAll()
  expect(await app.auditChain.verify()).toMatchObject({ rows: 1, found: undefined })
})

test('links, checkpoints and verifications can only be added, by a role that owns nothing and by the owner', async () => {
  const app = await startTestApp()
  for (const db of [app.db, app.asOwner()]) {
    await act(app, 'one')
    await app.auditChain.seal()
    await app.auditChain.verify()
    for (const table of ['audit_chain', 'audit_checkpoints', 'audit_verifications']) {
      const changed = table === 'audit_verifications' ? sql`rows` : sql`sequence`
      for (const statement of [
        sql`update ${sql.table(table)} set ${changed} = 7`,
        sql`delete from ${sql.table(table)}`,
        sql`truncate ${sql.table(table)}`,
      ])
        await expect(statement.execute(db)).rejects.toThrow(/permission denied|only be added to/)
    }
    expect((await app.auditChain.verify()).found).toBeUndefined()
  }
})

test('two checks of the same rows differ where a key is another one', async () => {
  const app = await startTestApp()
  await act(app, 'one')
  await app.auditChain.seal()
  const chain = createAuditChainRepository(app.db)
  expect((await verifyDatabase(chain, app.auditChain.signer.publicKey)).found).toBeUndefined()
  expect((await verifyDatabase(chain, 'another')).found?.sentence).toBe(
    'The checkpoint of row 1 has no valid signature of this installation.',
  )
})

test('after a restore the chain is whole, goes on, and is signed by the same key', async () => {
  const app = await startTestApp()
  for (const name of ['one', 'two']) await act(app, name)
  await app.auditChain.seal()
  await act(app, 'waits')
  const folder = await mkdtemp(join(tmpdir(), 'twofold-chain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [path, now, rootKey] = [join(folder, 'a.backup'), new Date(), app.rootKey.current]
  const secret = { kind: 'master_key', rootKey } as const
  await writeBackup({ connection: app.connection, rootKeys: app.rootKey, secret, application: '0.1.0', now, path })

  const connection = await useTestDatabase('owner')
  await restoreBackup({ path, secrets: { password: undefined, rootKeys: [rootKey] }, connection, rootKey, replace: true, now })
  const db = openTestPool({ connection, poolSize: 4, log: createLog('silent') })
  const crypto = await openCrypto({ db, rootKey: app.rootKey, log: createLog('silent') })
  onTestFinished(async () => {
    crypto.close()
    await db.destroy()
  })
  const restored = createAuditChain({ db, backgroundDb: db, crypto, clock: app.clock, log: createLog('silent') })
  expect(restored.signer.fingerprint).toBe(app.auditChain.signer.fingerprint)
  // The waiting row, and the restore's own.
  expect(await restored.verify()).toMatchObject({ rows: 2, waiting: 2, checkpoint: { sequence: 2 }, found: undefined })
  await restored.seal()
  expect(await restored.verify()).toMatchObject({ rows: 4, waiting: 0, checkpoint: { sequence: 4 }, found: undefined })
})
