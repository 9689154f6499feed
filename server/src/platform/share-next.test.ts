import { expect, test } from 'vitest'
import { shareNext } from './share-next.ts'

/** Work whose runs end when the test says so. */
function controlled() {
  const ends: PromiseWithResolvers<string>[] = []
  const shared = shareNext(() => {
    const run = Promise.withResolvers<string>()
    ends.push(run)
    return run.promise
  })
  return { ends, shared }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('all who ask during a run share the next one, which begins after their question', async () => {
  const { ends, shared } = controlled()
  const [first, second, third] = [shared(), shared(), shared()]
  await turn()
  expect(ends.length).toBe(1)
  ends[0]?.resolve('before')
  expect(await first).toBe('before')
  await turn()
  expect(ends.length).toBe(2)
  const late = shared()
  ends[1]?.resolve('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  await turn()
  expect(ends.length).toBe(3)
  ends[2]?.resolve('last')
  expect(await late).toBe('last')
})

test('a run that fails fails those who wait for it, and nobody else', async () => {
  const { ends, shared } = controlled()
  const [first, second] = [shared(), shared()]
  ends[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await turn()
  ends[1]?.resolve('fine')
  expect(await second).toBe('fine')
  await turn()
  const third = shared()
  ends[2]?.resolve('again')
  expect(await third).toBe('again')
  expect(ends.length).toBe(3)
})
