import { cpuUsage } from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromHex, toBytes } from './bytes.ts'
import { deriveKdbxKey } from '../containers/kdbx-key.ts'
import { onStretching } from './stretching.ts'
import { deriveArgon2id, derivePbkdf2, deriveScrypt } from './unlock.ts'

/** Milliseconds of processor time: a machine that is busy with other things slows the sample and the whole by different amounts. */
const worked = () => {
  const { user, system } = cpuUsage()
  return (user + system) / 1000
}
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(worked))
afterEach(() => {
  onStretching(undefined)
  vi.restoreAllMocks()
})

const salt = toBytes('sixteen letters.')
const seed = new Uint8Array(32).fill(7)

/** The reported estimate, and the derivation's real duration. */
async function measure(derive: () => unknown) {
  const reported: number[] = []
  // So little that no machine is too quick for it.
  onStretching((milliseconds) => reported.push(milliseconds), 25)
  const started = performance.now()
  await derive()
  return { reported, took: performance.now() - started }
}

const aes = (rounds: number) =>
  new Map<string, number | Uint8Array>([
    ['$UUID', fromHex('c9d9f39a628a4460bf740d08c18a4fea')],
    ['S', seed],
    ['R', rounds],
  ])

test.each([
  ['scrypt', () => deriveScrypt('x', salt, { n: 2 ** 17, r: 8, p: 1 })],
  ['Argon2', () => deriveArgon2id('x', salt, { memoryBytes: 2 ** 26, passes: 4, lanes: 1 })],
  ['PBKDF2', () => derivePbkdf2('SHA512', 'x', salt, 60_000)],
  ['AES-KDF', () => deriveKdbxKey(aes(5_000_000), new Uint8Array(32))],
])('before %s takes long, the page learns about how long that will be', async (_, derive) => {
  const { reported, took } = await measure(derive)
  expect(reported).toHaveLength(1)
  // Of the right order: a sample is short, and its memory may still have to be found, which took nine times as long on a busy machine.
  expect((reported[0] ?? 0) / took).toBeGreaterThan(0.2)
  expect((reported[0] ?? 0) / took).toBeLessThan(30)
})

test('a derivation that is over at once is not announced', async () => {
  const { reported } = await measure(() => deriveScrypt('x', salt, { n: 1024, r: 8, p: 1 }))
  expect([...reported, ...(await measure(() => derivePbkdf2('SHA256', 'x', salt, 4000))).reported]).toEqual([])
})

test('a sample is no part of the key', async () => {
  const [plain, estimated] = [derivePbkdf2('SHA1', 'x', salt, 20_000), await measure(() => undefined)]
  onStretching(() => undefined)
  expect(derivePbkdf2('SHA1', 'x', salt, 20_000)).toEqual(plain)
  expect(estimated.reported).toEqual([])
})
