import { test } from 'vitest'
import { expectNoMailLost } from './testing/kill-workers.ts'

test('200 kills of the worker under 2,000 mails: each arrives, and no kill repeats more than one, with the same Message-ID', async () => {
  await expectNoMailLost({ mails: 2000, kills: 200, seed: Date.now(), patience: 120_000 })
})

test('100 kills under 1,500 mails that go to two servers at once: each arrives, and no kill repeats more than one for each server', async () => {
  await expectNoMailLost({ mails: 1500, kills: 100, relays: 2, seed: Date.now(), patience: 120_000 })
})
