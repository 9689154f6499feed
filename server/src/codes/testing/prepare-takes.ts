import { takeCode } from '@twofold/contract/takes'
import { expect } from 'vitest'
import { endWaits } from './end-waits.ts'
import { eventually } from '../../testing/eventually.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/start-test-app.ts'

export const windowStart = Date.parse('2026-11-23T09:00:00.000Z')

/** 18 seconds before the first window ends. */
export const startInWindow = (options: TestAppOptions) => startTestApp({ now: windowStart + 12_000, ...options })

export type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Ann owns a key that Bo has as well. */
export async function prepareTakes(app: TestApp) {
  endWaits(app)
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann'), await app.signUp('bo@example.org', 'Bo')]
  const { key } = await ann.addKey('Host')
  const share = await ann.share(key.id, bo.email)
  const { id } = key
  const take = (person: Person, body: object = {}) => person.call(takeCode, { params: { id }, body })
  /** Waits until this many are queued, and so many of them here: a jump of the clock would skip unattended takes. */
  const waiting = (count: number, here = count) =>
    eventually(async () => {
      const rows = await app.db.selectFrom('code_takes').where('key_id', '=', id).where('state', '=', 'queued').select('id').execute()
      expect([rows.length, app.waitingTakes.count()]).toEqual([count, here])
      return rows.map((row) => row.id)
    })
  const nextWindow = () => app.clock.set((Math.floor(app.clock.now() / 30_000) + 1) * 30_000)
  return { app, ann, bo, id, share, take, waiting, nextWindow }
}
