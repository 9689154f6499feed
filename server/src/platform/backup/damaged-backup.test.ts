import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCrypto } from '../crypto/crypto.ts'
import type { parseRootKey } from '../crypto/root-key.ts'
import { createTestDatabase, openTestPool } from '../testing/test-database.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'
import { newRootKey, silent, execute, makeBackup, secrets, sentenceOf } from './testing/make-backup.ts'

describe('a backup that is not as it was written', () => {
  let whole: Buffer
  let path = ''
  beforeAll(async () => {
    const place = await mkdtemp(join(tmpdir(), 'twofold-damage-'))
    path = join(place, 'damaged.backup')
    const { owner: connection, drop } = await createTestDatabase()
    const db = openTestPool({ connection, poolSize: 1, log: silent })
    const rootKeys = newRootKey()
    const crypto = await openCrypto({ db, rootKey: rootKeys, log: silent })
    crypto.close()
    await db.destroy()
    const original = join(place, 'whole.backup')
    // With the root key: a password would be hashed for every try.
    const secret = { kind: 'master_key', rootKey: rootKeys.current } as const
    await execute(
      connection,
      `insert into notifications select gen_random_uuid(), 'info', md5(random()::text), encode(sha512(random()::text::bytea) || sha512(random()::text::bytea), 'hex'), now() from generate_series(1, 1500)`,
    )
    await writeBackup({ connection, rootKeys, secret, application: '0.1.0', now: new Date(), path: original })
    await drop()
    whole = await readFile(original)
    own.rootKeys = [rootKeys.current]
    return () => rm(place, { recursive: true, force: true })
  })
  const own: { password: undefined; rootKeys: ReturnType<typeof parseRootKey>[] } = { password: undefined, rootKeys: [] }
  const verdict = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    return sentenceOf(readBackup(path, own))
  }

  test('is taken as long as nothing was changed', async () => {
    expect(whole.length).toBeGreaterThan(2 * 64 * 1024)
    expect(await verdict(whole)).toBe('It was taken.')
  })

  test('is refused with a flipped bit at whatever place', async () => {
    const headerEnd = 20 + whole.readUInt32BE(16) + 32
    const places = [
      ...Array.from({ length: headerEnd + 8 }, (_, at) => at),
      ...Array.from({ length: 60 }, () => Math.floor(Math.random() * whole.length)),
      ...Array.from({ length: 20 }, (_, at) => whole.length - 1 - at),
    ]
    for (const at of places) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      expect(await verdict(bytes), `a bit of byte ${at}`).toMatch(/damaged|cut off|not a backup/)
    }
  }, 300_000)

  test('is refused when it was cut off at whatever place, or goes on', async () => {
    const [first, second] = chunkEnds(whole)
    const places = [
      0,
      10,
      40,
      first,
      second,
      whole.length - 1,
      ...Array.from({ length: 30 }, () => Math.floor(Math.random() * whole.length)),
    ]
    for (const at of places) expect(await verdict(whole.subarray(0, at)), `${at} bytes`).toMatch(/cut off|not a backup/)
    expect(await verdict(Buffer.concat([whole, Buffer.from('x')]))).toMatch(/goes on after its end/)
  })

  test('is refused when parts of it changed places, came twice or are missing', async () => {
    const [start, first, second] = [20 + whole.readUInt32BE(16) + 32, ...chunkEnds(whole)] as [number, number, number]
    const [head, one, two, rest] = [
      whole.subarray(0, start),
      whole.subarray(start, first),
      whole.subarray(first, second),
      whole.subarray(second),
    ]
    expect(await verdict(Buffer.concat([head, two, one, rest]))).toMatch(/part 1 was changed/)
    expect(await verdict(Buffer.concat([head, one, one, two, rest]))).toMatch(/part 2 was changed/)
    expect(await verdict(Buffer.concat([head, one, rest]))).toMatch(/part 2 was changed/)
  })
})

/** Ends of the first two chunks. */
function chunkEnds(bytes: Buffer): [number, number] {
  const start = 20 + bytes.readUInt32BE(16) + 32
  const first = start + 4 + bytes.readUInt32BE(start) + 16
  return [first, first + 4 + bytes.readUInt32BE(first) + 16]
}

test('a backup that turns out to be damaged at its very end has changed nothing', async () => {
  const { path, connection } = await makeBackup()
  await execute(connection, `delete from users where email = '1@example.org'`)
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, -1))
  const restoring = restoreBackup({ path, secrets, connection, rootKey: newRootKey().current, replace: true, now: new Date() })
  expect(await sentenceOf(restoring)).toMatch(/cut off/)
  expect((await execute(connection, 'select count(*)::int as count from users')).rows).toEqual([{ count: 1999 }])
})
