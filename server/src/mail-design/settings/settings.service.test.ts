import { emailSettings } from '@twofold/contract/mail-design/settings'
import { expect, test } from 'vitest'
import { createSettingsService } from './settings.service.ts'

test('a read that began before a change does not put the old settings back for the e-mails after it', async () => {
  const before = emailSettings.parse({})
  const after = { ...before, sender: { ...before.sender, from_name: 'New' } }
  const { promise, resolve } = Promise.withResolvers<{ settings: object }>()
  const answers = [promise, Promise.resolve({ settings: before })]
  const settings = createSettingsService({
    db: {},
    clock: { date: () => new Date() },
    settings: () => ({ find: () => answers.shift(), put: () => Promise.resolve() }),
    transaction: (work: (tx: object) => unknown) => work({ audit: () => Promise.resolve() }),
  } as never)

  const early = settings.get()
  await settings.change(after)
  resolve({ settings: before })
  await early

  expect((await settings.recent()).sender.from_name).toBe('New')
})
