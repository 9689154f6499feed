import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { createKeptFiguresRepository } from './kept-figures.repository.ts'
import { createKeptFiguresService } from './kept-figures.service.ts'

async function started(countedWhenAsked: number) {
  const app = await startEmailApp()
  const live = { users: 1, keys: 1, shares: 0 }
  const kept = createKeptFiguresService({
    db: app.db,
    backgroundDb: app.db,
    kept: createKeptFiguresRepository,
    counts: { totals: () => Promise.resolve({ ...live }), other: () => Promise.resolve({ doubled: live.users * 2 }) },
    clock: app.clock,
    countedWhenAsked,
  })
  return { ...app, live, kept }
}

test('a small count is answered as of the moment of the question', async () => {
  const { kept, live, clock } = await started(10)
  await kept.renew()
  live.users = 5
  clock.advance(60_000)
  expect(await kept.get('totals')).toEqual({
    figures: { users: 5, keys: 1, shares: 0 },
    countedAt: clock.date(),
    isKept: false,
  })
  expect(await kept.get('other')).toMatchObject({ figures: { doubled: 10 } })
})

test('a large count is answered from the last run of the job, with its time, until the job counts again', async () => {
  const { kept, live, clock } = await started(10)
  live.users = 10
  const first = clock.date()
  await kept.renew()
  live.users = 20
  clock.advance(60_000)
  expect(await kept.get('totals')).toEqual({ figures: { users: 10, keys: 1, shares: 0 }, countedAt: first, isKept: true })
  expect(await kept.get('other')).toEqual({ figures: { doubled: 20 }, countedAt: first, isKept: true })
  await kept.renew()
  expect(await kept.get('other')).toEqual({ figures: { doubled: 40 }, countedAt: clock.date(), isKept: true })
})

test('an installation that became small again is counted when asked', async () => {
  const { kept, live } = await started(10)
  live.users = 20
  await kept.renew()
  live.users = 2
  await kept.renew()
  live.users = 3
  expect(await kept.get('other')).toMatchObject({ figures: { doubled: 6 } })
})

test('the dashboard says when it was counted', async () => {
  const app = await startEmailApp()
  await app.keptFigures.renew()
  app.clock.advance(60_000)
  expect((await app.admin.call(getAdminDashboard, {})).body.counted_at).toBe(app.clock.date().toISOString())
})
