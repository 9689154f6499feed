import { expect, test } from 'vitest'
import { startDelivery } from '../testing/start-delivery.ts'
import { createProvidersRepository } from './providers.repository.ts'
import { isUrgent, limitsFor } from './quota.ts'

test.each([
  [1000, 900],
  [100, 90],
  [95, 85],
  [11, 9],
  [10, 9],
  [2, 1],
  [1, 1],
])('with a limit of %i e-mails, %i may be not urgent: the last tenth is left to urgent ones', (limit, expected) => {
  const provider = { id: 'main', hourly_limit: limit, daily_limit: null }
  expect(limitsFor(provider, false)).toEqual({ id: 'main', hourly_limit: expected, daily_limit: null })
  expect(limitsFor(provider, true)).toEqual(provider)
  expect(limitsFor({ hourly_limit: null, daily_limit: limit }, false).daily_limit).toBe(expected)
})

test('security e-mail and e-mail that accounts depend on are urgent', () => {
  expect((['account', 'security', 'system', 'optional'] as const).map(isUrgent)).toEqual([true, true, false, false])
})

test('e-mails that are reserved and given back at the same time wait for each other in one order', async () => {
  const it = await startDelivery()
  const id = await it.addProvider('Main', { hourly_limit: 1000, daily_limit: 1000 })
  const at = it.clock.date()
  // The hour is locked before the day: otherwise releases and reservations could deadlock.
  for (const [scale, starts_at] of [
    ['hour', '2026-11-20T10:00:00Z'],
    ['day', '2026-11-20T00:00:00Z'],
  ] as const) {
    await it.db
      .insertInto('email_quotas')
      .values({ provider_id: id, scale, starts_at: new Date(starts_at), used: 500 })
      .execute()
  }
  const providers = createProvidersRepository(it.db)
  const limits = { id, hourly_limit: 1000, daily_limit: 1000 }
  await Promise.all(Array.from({ length: 300 }, () => [providers.reserveQuota(limits, at), providers.releaseQuota(id, at)]).flat())
  expect((await providers.usage(at)).map(({ used }) => used)).toEqual([500, 500])
})
