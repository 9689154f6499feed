import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { createPasswordHasher, type Pepper } from './password-hash.ts'
import { asPerson } from './person.ts'

const cost = { memoryCost: 1024, timeCost: 1 }

/** A pepper with versions up to `newest`. */
function pepperOf(newest: number): Pepper {
  return {
    apply: (accountId, text) => ({ version: newest, peppered: `${newest}:${accountId}:${text}` }),
    applyVersion: (version, accountId, text) => (version > newest ? undefined : `${version}:${accountId}:${text}`),
  }
}

test('a hash is right for its text only, and says nothing about it', async () => {
  const hasher = createPasswordHasher({ pepper: pepperOf(1), cost })
  const stored = await hasher.hash('ann', 'correct-horse')
  expect(stored).toMatch(/^1\.\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  expect(await hasher.hash('ann', 'correct-horse')).not.toBe(stored)
  expect(await hasher.verify(stored, 'ann', 'correct-horse')).toEqual({ ok: true, needsRehash: false })
  expect(await hasher.verify(stored, 'ann', 'correct-horsf')).toEqual({ ok: false, needsRehash: false })
  expect(await hasher.verify(stored, 'bo', 'correct-horse')).toEqual({ ok: false, needsRehash: false })
})

test('a hash of another cost or under an older pepper is still right, and asks to be replaced', async () => {
  const stored = await createPasswordHasher({ pepper: pepperOf(1), cost }).hash('ann', 'correct-horse')
  for (const hasher of [
    createPasswordHasher({ pepper: pepperOf(2), cost }),
    createPasswordHasher({ pepper: pepperOf(1), cost: { memoryCost: 2048, timeCost: 1 } }),
  ]) {
    expect(await hasher.verify(stored, 'ann', 'correct-horse')).toEqual({ ok: true, needsRehash: true })
    expect(await hasher.verify(stored, 'ann', 'wrong')).toEqual({ ok: false, needsRehash: false })
  }
})

test('too many hashes of one person at once are refused instead of kept waiting; another one’s is made, and nothing remembers it', async () => {
  const hasher = createPasswordHasher({ pepper: pepperOf(1), cost: { memoryCost: 8192, timeCost: 2 } })
  const room = 64 + Math.min(4, availableParallelism())
  const as = <T>(key: string, work: () => Promise<T>) => asPerson({ key, isOver: false }, work)
  const done: string[] = []
  const crowd = Array.from({ length: room }, () => as('ann', () => hasher.hash('ann', 'x').then(() => done.push('ann'))))
  const refusal = { code: 'rate.too_many_at_once', status: 429, retryAfter: 2 }
  await expect(as('ann', () => hasher.hash('ann', 'one too many'))).rejects.toMatchObject(refusal)
  await expect(as('ann', () => hasher.verifyNothing('nor for an address without an account'))).rejects.toMatchObject(refusal)
  await as('bo', () => hasher.hash('bo', 'x').then(() => done.push('bo')))
  await Promise.all(crowd)
  // It was Bo's turn as soon as a core was free. A busy machine may halt that thread while another makes more of Ann's, but hardly half of them.
  expect(done.indexOf('bo')).toBeLessThan(room / 2)
  await expect(as('ann', () => hasher.verifyNothing('anything'))).resolves.toBeUndefined()
})
