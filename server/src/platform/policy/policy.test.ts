import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../database.ts'
import { createLog } from '../log.ts'
import { keepPolicy } from './policy.ts'
import type { SettingsRepository, StoredSetting } from './settings.repository.ts'

test('a look that began before a change does not put the old values back, however late it ends', async () => {
  const reads: ((rows: StoredSetting[]) => void)[] = []
  const list = () => new Promise<StoredSetting[]>((resolve) => reads.push(resolve))
  const end = (read: number, name: string) => reads[read]?.([{ name: 'name', value: name }])
  const config = {
    appName: 'Twofold',
    appUrl: 'https://vault.example.org',
    signUp: 'open',
    emailVerification: 'auto',
    setByEnvironment: [],
  } as const
  const begin = keepPolicy({ db: {} as Db, settings: () => ({ list }) as SettingsRepository, config, log: createLog('fatal') })
  end(0, 'Old')
  const keeper = await begin
  onTestFinished(() => keeper.close())

  const early = keeper.refresh()
  const late = keeper.refresh()
  end(2, 'New')
  await late
  end(1, 'Old')
  await early

  expect(keeper.policy.name).toBe('New')
  const last = keeper.refresh()
  end(3, 'Newest')
  await last
  expect(keeper.policy.name).toBe('Newest')
})
