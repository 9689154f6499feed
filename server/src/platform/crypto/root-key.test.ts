import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { StartError } from '../start-error.ts'
import { openTestPool, useTestDatabase } from '../testing/test-database.ts'
import { openCrypto } from './crypto.ts'
import { unwrapKeyring } from './keyring-box.ts'
import type { KeyringRow } from './keyrings.repository.ts'
import { loadRootKey, parseRootKey } from './root-key.ts'
import { writeOnce } from '../write-once.ts'

const log = pino({ level: 'silent' })
const nothing = { value: undefined, file: undefined, previous: undefined }

async function useFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'twofold-root-key-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function useDb() {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 3, log })
  onTestFinished(() => db.destroy())
  return db
}

test('a root key is 32 bytes in base64, base64url or hexadecimal', () => {
  const bytes = randomBytes(32)
  const ids = [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    ` ${bytes.toString('hex').toUpperCase()}\n`,
  ].map((text) => parseRootKey(text, 'MASTER_KEY').id)
  expect(new Set(ids).size).toBe(1)
})

test.each([
  '',
  'changeme',
  randomBytes(31).toString('base64'),
  randomBytes(33).toString('base64'),
  randomBytes(31).toString('hex'),
  '0'.repeat(64),
  'A'.repeat(43),
])('anything else is refused with a sentence that says how to make one: %j', (text) => {
  expect(() => parseRootKey(text, 'MASTER_KEY')).toThrow(StartError)
  expect(() => parseRootKey(text, 'MASTER_KEY')).toThrow('MASTER_KEY must hold 32 random bytes in base64 or hexadecimal.')
})

const known = Buffer.from(Array.from({ length: 32 }, (_, index) => index))

test('keys derived from a root key, and keys wrapped by it, are the same in every later version', () => {
  const rootKey = parseRootKey(known.toString('hex'), '')
  const hex = (key: KeyObject) => key.export().toString('hex')
  expect([rootKey.id, rootKey.earlier.id]).toEqual(['9c3c6a8459f3336e', 'e0171dc6e18b2f70'])
  expect([rootKey.wrap, rootKey.backup, rootKey.earlier.wrap, rootKey.earlier.backup].map(hex)).toEqual([
    'f63f2ca537e6daef14b7890c189c3ee4c77dc58063b0636cd24712605811daa4',
    'acc8bb741ca1435809821af2247f654969834ab7256735646c25b72f1e9a953a',
    known.toString('hex'),
    '8a1dce5bf9fb3abbd82190d536c060b5cfaf09b3adb9cb5efae12e18cba92198',
  ])
  const sealed = Buffer.from(
    '010000fb9ac507355351c8cb44dd61029c354fd3da39025f75f0e0e0cd902a0f3e5596345a8120d564d4c46c85c15db7433fd49ea35e07a818d6cbe15d2bdb',
    'hex',
  )
  const row = { purpose: 'vault', version: 3, root_key_id: rootKey.id, sealed } as KeyringRow
  const rootKeys = { current: rootKey, previous: undefined, origin: 'MASTER_KEY' }
  expect(hex(unwrapKeyring(rootKeys, row))).toBe('07'.repeat(32))
  expect(() => unwrapKeyring(rootKeys, { ...row, version: 4 })).toThrow('The keyring vault, version 4, is damaged')
})

test('half of the bytes may be the same, more is a placeholder', () => {
  const repeated = (different: number) => Buffer.from(Array.from({ length: 32 }, (_, index) => Math.min(index, different - 1)))
  expect(parseRootKey(repeated(16).toString('base64'), '').id).toHaveLength(16)
  expect(() => parseRootKey(repeated(15).toString('base64'), '')).toThrow(StartError)
})

test.each([
  ['something before it', `x${known.toString('hex')}`],
  ['something after it', `${known.toString('hex')}x`],
  ['something before base64', `x${known.toString('base64')}`],
  ['something after base64', `${known.toString('base64')}x`],
  ['a blank inside', known.toString('base64').replace('A', ' ')],
])('a root key with %s is none', (_what, text) => {
  expect(() => parseRootKey(text, 'MASTER_KEY')).toThrow(StartError)
})

test('a root key that was damaged over existing data is not to be overwritten, and the way back is named', async () => {
  const [db, dataDir] = [await useDb(), await useFolder()]
  const rootKey = await loadRootKey({ ...nothing, dataDir, db })
  const place = path.join(dataDir, 'master.key')
  await writeFile(place, 'cut off')
  // Without data, a new one is what is wanted.
  await expect(loadRootKey({ ...nothing, dataDir, db })).rejects.toThrow('For a new installation, make one with: openssl rand -base64 32')
  await expect(loadRootKey({ ...nothing, dataDir, db })).rejects.not.toThrow('Do not overwrite it')
  ;(await openCrypto({ db, rootKey, log })).close()
  const sources = [{}, { value: 'cut off' }, { file: place }]
  for (const source of sources) {
    const start = loadRootKey({ ...nothing, ...source, dataDir, db })
    await expect(start).rejects.toThrow(StartError)
    await expect(start).rejects.toThrow('Do not overwrite it, and do not make a new one.')
    await expect(start).rejects.toThrow('npm run restore -- FILE --replace')
  }
  expect(await readFile(place, 'utf8')).toBe('cut off')
})

test('the keys that follow from a root key are different, and none is the root key or what earlier versions used', () => {
  const bytes = randomBytes(32)
  const { wrap, backup, id, earlier } = parseRootKey(bytes.toString('hex'), '')
  const keys = [wrap, backup, earlier.backup, earlier.wrap].map((key) => key.export().toString('hex'))
  expect(new Set([...keys, bytes.toString('hex')]).size).toBe(4)
  expect(keys.slice(0, 3)).not.toContain(bytes.toString('hex'))
  // HKDF-SHA-256 of RFC 5869, step by step.
  const extracted = createHmac('sha256', 'twofold root key').update(bytes).digest()
  const expand = (purpose: string) => createHmac('sha256', extracted).update(purpose).update(Buffer.of(1)).digest('hex')
  expect([wrap.export().toString('hex'), backup.export().toString('hex'), id]).toEqual([
    expand('keyrings'),
    expand('backups'),
    expand('id').slice(0, 16),
  ])
  expect(id).not.toBe(earlier.id)
})

test('the first start makes a root key in the data folder, for this user only, and the next start finds it', async () => {
  const [db, dataDir] = [await useDb(), await useFolder()]
  const first = await loadRootKey({ ...nothing, dataDir, db })
  expect(await readdir(dataDir)).toEqual(['master.key'])
  expect((await stat(path.join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
  expect((await loadRootKey({ ...nothing, dataDir, db })).current.id).toBe(first.current.id)
})

test('the data folder is made when nothing else has made it, as with a database of one’s own', async () => {
  const [db, dataDir] = [await useDb(), path.join(await useFolder(), 'new', 'data')]
  await loadRootKey({ ...nothing, dataDir, db })
  expect(await readdir(dataDir)).toEqual(['master.key'])
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})

test('processes that start at once on one folder agree on one root key', async () => {
  const [db, dataDir] = [await useDb(), await useFolder()]
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadRootKey({ ...nothing, dataDir, db })))
  expect(new Set(keys.map(({ current }) => current.id)).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['master.key'])
})

test('a secret that is written once appears whole, and is never replaced', async () => {
  const place = path.join(await useFolder(), 'secret')
  expect(await writeOnce(place, 'first')).toBe('first')
  expect(await writeOnce(place, 'second')).toBe('first')
  expect(await readFile(place, 'utf8')).toBe('first')
})

test('with encrypted data but without a root key it refuses, and makes none', async () => {
  const [db, dataDir, otherDir] = [await useDb(), await useFolder(), await useFolder()]
  const rootKey = await loadRootKey({ ...nothing, dataDir, db })
  ;(await openCrypto({ db, rootKey, log })).close()

  const start = loadRootKey({ ...nothing, dataDir: otherDir, db })

  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow('The root key of this installation is missing')
  expect(await readdir(otherDir)).toEqual([])
})

test('MASTER_KEY and MASTER_KEY_FILE come before the data folder, where then nothing is made', async () => {
  const [db, dataDir] = [await useDb(), await useFolder()]
  const value = randomBytes(32).toString('base64')
  const file = path.join(await useFolder(), 'key')
  await writeFile(file, `${value}\n`)
  const ids = await Promise.all(
    [{ value }, { file }].map(async (given) => (await loadRootKey({ ...nothing, ...given, dataDir, db })).current.id),
  )
  expect(ids).toEqual([parseRootKey(value, '').id, parseRootKey(value, '').id])
  expect(await readdir(dataDir)).toEqual([])
})

test('a wrong setting is refused with a sentence that names it', async () => {
  const [db, dataDir] = [await useDb(), await useFolder()]
  const value = randomBytes(32).toString('base64')
  const load = (given: Partial<typeof nothing> | { [name: string]: string }) => loadRootKey({ ...nothing, ...given, dataDir, db })
  await expect(load({ value, file: '/x' })).rejects.toThrow('MASTER_KEY and MASTER_KEY_FILE are both set.')
  await expect(load({ file: '/does/not/exist' })).rejects.toThrow('MASTER_KEY_FILE names /does/not/exist, which does not exist.')
  await expect(load({ file: dataDir })).rejects.toThrow(`MASTER_KEY_FILE cannot be read from ${dataDir}`)
  await expect(load({ value, previous: 'short' })).rejects.toThrow('MASTER_KEY_PREVIOUS must hold 32 random bytes')
  await writeFile(path.join(dataDir, 'master.key'), '')
  await expect(load({})).rejects.toThrow(`The file ${path.join(dataDir, 'master.key')} must hold 32 random bytes`)
  const unmade = path.join(dataDir, 'leads nowhere')
  await symlink(path.join(dataDir, 'not', 'there'), unmade)
  await expect(loadRootKey({ ...nothing, dataDir: unmade, db })).rejects.toThrow(`The root key cannot be written to ${unmade}`)
})
