import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, openDatabase } from '../testing/test-database.ts'
import { createInstallationFigures } from './installation-figures.ts'
import { defineMetric, measured, sample } from '../metrics/metric.ts'

const bells = defineMetric({ name: 'twofold_bells', type: 'gauge', help: 'Bells', labels: ['tower'], of: 'installation' })
const strikes = defineMetric({ name: 'twofold_strikes', type: 'counter', help: 'Strikes', labels: [], of: 'node' })
const clock = defineMetric({ name: 'twofold_clock', type: 'gauge', help: 'The clock', labels: [], of: 'installation' })

test('the figures of all nouns are read by one statement, also for two who ask at once', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const db = await openDatabase(database, { poolSize: 2, log: createLog('silent'), timeoutMs: 10_000 })
  onTestFinished(() => db.destroy())
  const metrics = [
    measured([bells], sql<{ towers: string[] }>`select array['north', 'south'] as towers`, ({ towers }) =>
      towers.map((tower, index) => sample(bells, { tower }, index)),
    ),
    strikes,
    measured([clock], sql<{ hour: number }>`select 3 as hour`, ({ hour }, now) => [sample(clock, {}, now + hour)]),
  ]
  const { read } = createInstallationFigures({ db, metrics, clock: createManualClock(1000) })
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  const [first, second] = await Promise.all([read(), read()])
  expect(first).toEqual([sample(bells, { tower: 'north' }, 0), sample(bells, { tower: 'south' }, 1), sample(clock, {}, 1003)])
  expect(second).toEqual(first)
  expect(sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('to_jsonb'))).toHaveLength(1)
})
