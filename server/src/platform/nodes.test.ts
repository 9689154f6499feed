import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { createLog } from './log.ts'
import { createNodes } from './nodes.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

async function open() {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 2, log: createLog('silent') })
  onTestFinished(() => db.destroy())
  return db
}

test('a node says its load with each announcement, and none before the first', async () => {
  const db = await open()
  const loads = [37, 61]
  const node = createNodes({
    db,
    log: createLog('silent'),
    version: '0.1.0',
    roles: ['web'],
    connections: 8,
    measureLoad: () => loads.shift() ?? 0,
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await node.join()
  onTestFinished(() => node.leave())
  const load = async () => (await node.list()).map(({ load_percent }) => load_percent)
  expect(await load()).toEqual([null])
  for (const expected of [37, 61]) {
    vi.advanceTimersByTime(10_000)
    await eventually(async () => expect(await load()).toEqual([expected]))
  }
})

test('a thread that did nothing but work was busy all the time', async () => {
  const db = await open()
  const node = createNodes({ db, log: createLog('silent'), version: '0.1.0', roles: ['web'], connections: 8 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await node.join()
  onTestFinished(() => node.leave())
  const until = performance.now() + 300
  while (performance.now() < until);
  vi.advanceTimersByTime(10_000)
  await eventually(async () => expect((await node.list())[0]?.load_percent).toBeGreaterThan(50))
})
