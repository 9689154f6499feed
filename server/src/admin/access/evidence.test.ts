import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportEvidence } from '@twofold/contract/admin/access'
import { listAudit } from '@twofold/contract/admin/audit'
import { addBackupCodes } from '@twofold/contract/backup-codes'
import { generateCodes } from '@twofold/contract/codes'
import { mapSealed } from '@twofold/contract/sealed-fields'
import { editKey, showSecret } from '@twofold/contract/keys'
import { answerReview, getReview, startReview } from '@twofold/contract/reviews'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createAuditSigner, isSignatureValid, type Signed } from '../../platform/audit-chain/signer.ts'
import { startOffice } from '../../testing/start-office.ts'

const canaries = { secret: 'JBSWY3DPEHPK3PXPCANARY22', note: 'note-canary-7731', backup: 'backup-canary-9942' }

async function started() {
  const app = await startOffice()
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const bo = await app.signUp('bo@example.com', 'Bo Sample')
  const { key } = await ann.addKey('Code host', { secret: canaries.secret })
  await ann.call(editKey, { params: { id: key.id }, body: mapSealed(() => canaries.note) })
  await ann.enterPin()
  expect((await ann.call(addBackupCodes, { params: { id: key.id }, body: { codes: [canaries.backup] } })).status).toBeLessThan(300)
  const share_id = (await ann.share(key.id, bo.email, { permission: 'admin' })) ?? ''
  const pack = async (query: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}/api${exportEvidence.path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${app.admin.token}` },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }
  return { ...app, ann, bo, key, share_id, pack }
}

test('the pack says who has access, who had it, who was shown what, who had secrets, and what reviews said', async () => {
  const { ann, bo, key, share_id, pack, usage, clock } = await started()
  await bo.enterPin()
  await bo.call(showSecret, { params: { id: key.id } })
  await bo.codes()
  await usage.flush()
  const due_at = new Date(clock.now() + 10 * 86_400_000).toISOString()
  const { id } = (await ann.call(startReview, { body: { scope: 'all', due_at } })).body
  const items = (await ann.call(getReview, { params: { id } })).body.items.map((item) => item.id)
  await ann.call(answerReview, { params: { id }, body: { items, answer: 'confirmed' } })
  clock.advance(60_000)
  await ann.call(revokeShare, { params: { id: key.id, share_id } })
  const files = await pack()
  expect(Object.keys(files)).toEqual([
    'access-now.csv',
    'access-history.csv',
    'showings.csv',
    'secrets.csv',
    'reviews.csv',
    'checkpoint.json',
    'index.html',
    'manifest.json',
  ])
  expect(files['access-now.csv']).not.toContain('bo@example.com')
  expect(files['access-history.csv']).toMatch(/Code host,.*bo@example\.com,yes,direct,,admin/)
  expect(files['showings.csv']).toMatch(/Code host,.*bo@example\.com,yes,,,,shown/)
  expect(files['secrets.csv']).toMatch(/Code host,.*bo@example\.com,yes,,,,secret/)
  expect(files['reviews.csv']).toMatch(/ann@example\.org,Code host,share,bo@example\.com,admin,confirmed,ann@example\.org/)
  expect(files['index.html']).toContain('access-history.csv')
})

test('no file of the pack contains a secret, code, note or backup code', async () => {
  const { ann, key, pack } = await started()
  const files = await pack()
  const { codes } = (await ann.call(generateCodes, {})).body
  const current = codes.find(({ id }) => id === key.id)?.code ?? 'none'
  expect(current).toMatch(/^\d{6}$/)
  for (const [name, text] of Object.entries(files)) {
    for (const canary of Object.values(canaries)) expect([name, text.includes(canary)]).toEqual([name, false])
    if (name.endsWith('.csv')) expect([name, new RegExp(`(^|[,"\\s])${current}([,"\\s]|$)`).test(text)]).toEqual([name, false])
  }
})

test('the manifest has the hash of each file and is signed with the key of the audit log, whose checkpoint has that the pack was made', async () => {
  const { admin, pack, auditChain } = await started()
  const files = await pack({ from: '2020-01-01' })
  const manifest = JSON.parse(files['manifest.json'] ?? '') as Signed<{ kind: string; files: { name: string; sha256: string }[] }>
  expect(isSignatureValid(manifest)).toBe(true)
  expect(manifest.public_key).toBe(auditChain.signer.publicKey)
  expect(manifest.statement.files.map(({ name }) => name)).toEqual(Object.keys(files).slice(0, -1))
  for (const { name, sha256 } of manifest.statement.files)
    expect([
      name,
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex'),
    ]).toEqual([name, sha256])
  const checkpoint = JSON.parse(files['checkpoint.json'] ?? '') as Signed<{ kind: string; sequence: number }>
  expect(isSignatureValid(checkpoint)).toBe(true)
  const { data } = (await admin.call(listAudit, { query: { action: 'access.evidence_made' } })).body
  expect(data).toMatchObject([{ actor: { email: admin.email }, after: { from: '2020-01-01' } }])
})

/** The pack in a folder, and the program of its cover sheet that checks it there. */
async function unpack(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-evidence-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const program = /<pre>(.*)<\/pre>/s.exec(files['index.html'] ?? '')?.[1] ?? ''
  await writeFile(join(folder, 'check.mjs'), plain(program))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const check = () => {
    const { status, stdout } = spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' })
    return { status, lines: stdout.split('\n') }
  }
  return { folder, check }
}

test('the program on the cover sheet finds the pack good, and finds any change of a byte in any file', async () => {
  const { pack, auditChain } = await started()
  const files = await pack()
  const { folder, check } = await unpack(files)
  const good = check()
  expect([good.status, good.lines.at(-2)]).toEqual([0, `signed by ${auditChain.signer.fingerprint}`])
  expect(good.lines).toEqual(expect.arrayContaining(Object.keys(files).map((name) => `good ${name}`)))

  for (const [name, text] of Object.entries(files)) {
    const places = [0, text.length >> 1, text.length - 1]
    for (const at of places) {
      await writeFile(join(folder, name), `${text.slice(0, at)}${text[at] === ' ' ? '\t' : ' '}${text.slice(at + 1)}`)
      const { status, lines } = check()
      expect([name, at, status, lines.some((line) => line.startsWith(`BAD  ${name}`))]).toEqual([name, at, 1, true])
    }
    await writeFile(join(folder, name), text)
  }
})

test('a forged pack cannot write the fingerprint of another signer into the terminal of who checks it', async () => {
  const { pack, auditChain } = await started()
  const files = await pack()
  const forger = createAuditSigner({ mac: () => ({ mac: Buffer.alloc(32, 7), version: 1 }) })
  const name = `x\u001B[2K\r\nsigned by ${auditChain.signer.fingerprint}\u001B[8m\u009B8m`
  const manifest = forger.sign({ kind: 'twofold-evidence-1', files: [{ name, sha256: '0' }] })
  const { check } = await unpack({ ...files, 'manifest.json': `${JSON.stringify(manifest, null, 2)}\n` })
  const { status, lines } = check()
  expect([status, lines.filter((line) => line.startsWith('signed by'))]).toEqual([
    1,
    [`signed by ${forger.fingerprint} and ${auditChain.signer.fingerprint}`],
  ])
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})

test('days narrow the history and what was shown, and a range that ends before it begins is refused', async () => {
  const { admin, pack, db, key } = await started()
  await db
    .updateTable('share_history')
    .set({ since: new Date('2020-05-01T10:00:00Z') })
    .execute()
  await db
    .updateTable('key_owner_history')
    .set({ since: new Date('2020-01-01T10:00:00Z'), until: new Date('2020-06-01T10:00:00Z') })
    .where('key_id', '=', key.id)
    .execute()
  expect((await pack({ from: '2020-05-01', to: '2020-05-01' }))['access-history.csv']).toContain('bo@example.com')
  expect((await pack({ from: '2020-04-01', to: '2020-04-30' }))['access-history.csv']).not.toContain('bo@example.com')
  expect((await pack({ from: '2020-06-02' }))['access-history.csv']).not.toContain('Code host')
  expect((await admin.send('GET', `/api${exportEvidence.path}?from=2020-05-02&to=2020-05-01`)).status).toBe(422)
})
