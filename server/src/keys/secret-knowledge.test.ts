import { addBackupCodes } from '@twofold/contract/backup-codes'
import { rotateKey } from '@twofold/contract/keys'
import { Secret, TOTP } from 'otpauth'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { databaseTime } from '../platform/database-time.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { createRotationRepository } from './rotation.repository.ts'
import { createSecretShowingsRepository } from './secret-showings.repository.ts'

const newSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const hour = 3_600_000

async function started() {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  const user_id = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  /** Recorded knowledge of the key, oldest first, and whether a rotation has ended it. */
  const known = async () =>
    (await app.db.selectFrom('secret_knowledge').where('key_id', '=', key.id).select(['what', 'until']).orderBy('at').execute()).map(
      ({ what, until }) => [what, until === null ? 'knows' : 'knew'],
    )
  const rotate = async () => {
    const totp = new TOTP({ secret: Secret.fromBase32(newSecret) })
    const codes: [string, string] = [totp.generate({ timestamp: app.clock.now() }), totp.generate({ timestamp: app.clock.now() + 30_000 })]
    const body = { secret: newSecret, codes, drop_backup_codes: true }
    expect((await ann.call(rotateKey, { params: { id: key.id }, body })).status).toBe(200)
  }
  await ann.enterPin()
  return { app, ann, key, user_id, known, rotate }
}

test.each([
  ['ahead of', hour],
  ['behind', -hour],
])('a secret shown after a rotation is known, also by a node whose clock is %s that of the database', async (_, skew) => {
  const { app, key, user_id, known } = await started()
  const time = databaseTime(systemClock)
  const of = { key_id: key.id }
  const onNode = async (ahead: number, work: () => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
    await work().finally(() => vi.useRealTimers())
  }
  const showings = createSecretShowingsRepository(app.db, time)
  await onNode(skew, () => showings.put({ id: crypto.randomUUID(), ...of, user_id, what: 'secret' }))
  await onNode(0, () =>
    createRotationRepository(app.db, time).put({ id: crypto.randomUUID(), ...of, rotated_by: user_id, with_backup_codes: false }),
  )
  await onNode(skew, () => showings.putOwn(user_id, [key.id], 'export'))
  expect((await known()).toSorted(([one], [two]) => String(one).localeCompare(String(two)))).toEqual([
    ['added', 'knew'],
    ['added', 'knows'],
    ['export', 'knows'],
    ['secret', 'knew'],
  ])
})

test('a rotation ends what the person who added the key knew, also if the clock of that node was ahead', async () => {
  const { app, known, rotate } = await started()
  await app.db
    .updateTable('keys')
    .set({ created_at: new Date(app.clock.now() + hour) })
    .execute()
  await rotate()
  expect(await known()).toEqual([
    ['added', 'knows'],
    ['added', 'knew'],
  ])
})

test('a person who added backup codes after a rotation knows them, also if the clock of that node is behind', async () => {
  const { app, ann, key, known, rotate } = await started()
  await rotate()
  await ann.call(addBackupCodes, { params: { id: key.id }, body: { codes: ['aaaa-1111'] } })
  await app.db
    .updateTable('backup_codes')
    .set({ created_at: new Date(app.clock.now() - hour) })
    .execute()
  expect((await known()).find(([what]) => what === 'backup_codes')).toEqual(['backup_codes', 'knows'])
})
