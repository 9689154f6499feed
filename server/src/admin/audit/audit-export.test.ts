import { createHash, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAuditChain } from '@twofold/contract/admin/audit'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { earlierCsvHead, earlierCsvRow, type ExportFormat, sealRecord } from '../../platform/audit-chain/export-file.ts'
import { verifyFile } from '../../platform/audit-chain/verify-file.ts'
import { readExportRecord } from '../../platform/audit-chain/read-export.ts'
import { readRecords } from '../../platform/audit-chain/read-records.ts'
import { emptyAuditLog } from '../../testing/empty-audit-log.ts'
import { serverProgram } from '../../testing/server-program.ts'

/* An export is verified by itself: with nothing but the file, and the fingerprint of the key that signed it. */

const formats = ['csv', 'json'] as const

async function started(env: Record<string, string> = {}) {
  const app = await startEmailApp({ env })
  await emptyAuditLog(app.asOwner())
  const suppress = (email: string) => app.admin.call(addSuppression, { body: { email } })
  const download = async (format: ExportFormat, filters = '') =>
    Buffer.from(
      await (
        await fetch(`${app.url}/api/admin/audit/export?format=${format}${filters}`, {
          headers: { authorization: `Bearer ${app.admin.token}` },
        })
      ).arrayBuffer(),
    )
  return { ...app, suppress, download }
}

/** In small pieces, which end within records and within letters of several bytes. */
async function* pieces(file: Buffer, size = 61) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
const check = (file: Buffer, format: ExportFormat) => verifyFile(pieces(file), format)

async function withRows(count: number, env: Record<string, string> = {}) {
  const app = await started(env)
  for (let index = 1; index <= count; index += 1) await app.suppress(`=name_${index}@example.org`)
  const target = { kind: 'user', name: 'A "quoted", name\nin two lines, =1+1 and \'ä 😀' }
  const before: object = { b: [1, 'x\n'], 10: null, a: -0.5 }
  await app.transaction((tx) => tx.audit({ action: 'settings.changed', target, before }))
  return app
}

test.each(formats)('a whole export is verified from the file alone, and names the key (%s)', async (format) => {
  const app = await withRows(3)
  const file = await app.download(format)
  const { fingerprint } = (await app.admin.call(getAuditChain, {})).body
  const whole = { rows: 5, unlinked: 0, isFiltered: false, checkpoint: 5, fingerprint, found: undefined }
  expect(await check(file, format)).toMatchObject(whole)
  // Later rows continue it.
  await app.suppress('bo@example.org')
  expect(await check(await app.download(format), format)).toMatchObject({ ...whole, rows: 7, checkpoint: 7 })
})

test.each(formats)('every changed byte of an export is found, at the row where it is (%s)', async (format) => {
  const app = await withRows(2)
  const file = await app.download(format)
  const unnoticed: unknown[] = []
  for (let at = 0; at < file.length; at += 1 + Math.floor(Math.random() * 7)) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    const { found } = await check(changed, format)
    if (found === undefined) unnoticed.push({ at, was: file.subarray(at - 20, at + 20).toString() })
  }
  expect(unnoticed).toEqual([])

  const found = async (was: string, is: string) => (await check(Buffer.from(file.toString().replace(was, is)), format)).found
  expect(await found('name_1@', 'name_7@')).toEqual({ sequence: 1, sentence: 'Row 1, or its link, was changed.' })
  expect((await found('Address suppressed', 'Address removed'))?.sentence).toContain('something else')
})

test.each(formats)('a row that is taken out of an export, its beginning or its end is missed (%s)', async (format) => {
  const app = await withRows(3)
  const file = await app.download(format)
  const lines = file.toString().split(/(?<=\n)(?=[^\n]*(?:name_|audit\.exported|"seal":|seal,|\],))/)
  const without = async (part: string) => (await check(Buffer.from(lines.filter((line) => !line.includes(part)).join('')), format)).found
  expect(await without('name_2@')).toEqual({ sequence: 2, sentence: 'Row 2 was removed.' })
  expect((await without('name_1@'))?.sentence).toBe('Row 1 was removed.')
  expect((await without('audit.exported'))?.sentence).toBe('Row 4 was removed.')
  const half = file.subarray(0, file.length / 2)
  expect((await check(half, format)).found).toBeDefined()
  expect((await check(file.subarray(0, file.lastIndexOf(format === 'csv' ? 'seal,' : '"seal"')), format)).found?.sentence).toMatch(
    /signature, is missing/,
  )
})

test.each(formats)('a filtered export says so, and its rows are verified one by one (%s)', async (format) => {
  const app = await withRows(3)
  const file = await app.download(format, '&whom=name_')
  expect(await check(file, format)).toMatchObject({ rows: 3, isFiltered: true, found: undefined })
  const changed = Buffer.from(file.toString().replaceAll('name_2@', 'name_7@'))
  expect((await check(changed, format)).found).toEqual({ sequence: 2, sentence: 'Row 2, or its link, was changed.' })
})

test('each row names its request in a cell of its own, by which an export can be narrowed', async () => {
  const app = await started({ TRUSTED_PROXIES: '127.0.0.1' })
  const named = (id: string) => ({ headers: { 'x-request-id': id, authorization: `Bearer ${app.admin.token}` } })
  for (const id of ['request-1', 'request-2'])
    await app.send('POST', '/api/admin/email/suppressions', { body: { email: `${id}@example.org` }, ...named(id) })
  const lines = (await app.download('csv', '&request=request-2')).toString().trimEnd().split('\r\n')
  expect(lines[0]?.split(',').at(-1)).toBe('request')
  expect(lines.slice(1, -1).map((line) => [line.includes('request-2@example.org'), line.split(',').at(-1)])).toEqual([[true, 'request-2']])
})

test('a CSV of an earlier version, without that cell, is verified as before', async () => {
  const app = await withRows(2)
  const file = await app.download('csv')
  const records = await Array.fromAsync(readRecords(pieces(file), 'csv'))
  const rows = records.map((record) => readExportRecord(record, 'csv')).flatMap((record) => (record.kind === 'row' ? [record.row] : []))
  const titles = records.slice(1, -1).map((record) => record.split(',')[3] ?? '')
  const body = earlierCsvHead + rows.map((row, index) => earlierCsvRow(row, titles[index] ?? '')).join('')
  const { checkpoint, beginning } = await app.auditChain.seal()
  const seal = app.auditChain.signer.sign({
    kind: 'twofold-audit-export-1' as const,
    exported_at: app.clock.date().toISOString(),
    filters: {},
    rows: rows.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    checkpoint: checkpoint ?? null,
    beginning: beginning ?? null,
  })
  const earlier = Buffer.from(body + sealRecord(seal, 'csv', true))
  expect(await check(earlier, 'csv')).toMatchObject({ rows: 4, isFiltered: false, found: undefined })
  const changed = Buffer.from(earlier.toString().replaceAll('name_1@', 'name_7@'))
  expect((await check(changed, 'csv')).found).toEqual({ sequence: 1, sentence: 'Row 1, or its link, was changed.' })
})

test('a file that somebody signs with a key of their own has another fingerprint', async () => {
  const [app, other] = [await withRows(1), await withRows(1, { MASTER_KEY: randomBytes(32).toString('base64') })]
  const { fingerprint } = await check(await other.download('json'), 'json')
  expect(fingerprint).toMatch(/^SHA256:[\w+/]{43}$/)
  expect(fingerprint).not.toBe(app.auditChain.signer.fingerprint)
})

test('the command verifies a file without a database, and its exit code says what came of it', async () => {
  const app = await withRows(1)
  const folder = await mkdtemp(join(tmpdir(), 'twofold-audit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'audit.csv')
  const cli = await serverProgram('cli')
  const run = (...input: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'audit', 'verify', path, ...input], { encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }
  const { fingerprint } = app.auditChain.signer
  const file = await app.download('csv')
  await writeFile(path, file)
  const whole = run('--fingerprint', fingerprint)
  expect(whole).toMatchObject({ status: 0 })
  expect(whole.said).toContain(`Key: ${fingerprint}`)
  expect(whole.said).toContain('All 3 rows up to row 3 are as they were exported')
  expect(run('--fingerprint', 'SHA256:another')).toMatchObject({ status: 1 })
  await writeFile(path, file.toString().replaceAll('name_1@', 'name_7@'))
  const changed = run()
  expect(changed).toMatchObject({ status: 1 })
  expect(changed.said).toContain('Not whole. Row 1, or its link, was changed.')
})

test('the audit screen learns up to where the log was verified, and health is critical while there is a break', async () => {
  const app = await withRows(2)
  const { publicKey, fingerprint } = app.auditChain.signer
  const read = async () => (await app.admin.call(getAuditChain, {})).body
  expect(await read()).toEqual({
    fingerprint,
    public_key: publicKey,
    linked: 0,
    waiting: 3,
    checkpoint: null,
    beginning: null,
    verification: null,
  })
  await app.auditChain.seal()
  await app.auditChain.verify()
  expect(await read()).toMatchObject({ linked: 3, waiting: 0, checkpoint: { sequence: 3 }, verification: { rows: 3, problem: null } })

  const health = async () => (await app.admin.call(getSystemHealth, {})).body.checks.find(({ name }) => name === 'audit')
  expect(await health()).toMatchObject({ status: 'healthy', value: '3 rows' })
  await sql`grant update on audit_log to current_user`.execute(app.asOwner())
  await sql`alter table audit_log disable trigger user`.execute(app.asOwner())
  await sql`update audit_log set target_name = 'another' where target_name like '%name\\_2@%'`.execute(app.asOwner())
  await app.auditChain.verify()
  expect(await health()).toMatchObject({
    status: 'critical',
    message: 'Verification of the audit log found a break. Row 2, or its link, was changed.',
    remedy: '/admin/system/remedies#audit',
  })
  expect((await read()).verification?.problem).toBe('Row 2, or its link, was changed.')
})
