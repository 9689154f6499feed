import { expect, test } from 'vitest'
import { healthCheckNames } from '@twofold/contract/admin/health'
import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { worded } from '../../platform/health/finding.ts'
import { defineCheck } from '../../platform/health/health-check.ts'
import { createHealthChecks } from './health-checks.service.ts'

const measured: string[] = []
const all = healthCheckNames.map((name) =>
  defineCheck({
    name,
    title: name,
    async measure() {
      measured.push(`${name} begins`)
      await new Promise((resolve) => void setImmediate(resolve))
      measured.push(`${name} ends`)
      return name
    },
    ...(name === 'months' ? { isMeasuredAlone: true } : {}),
    judge: ({ measured: found }) => ({ status: 'healthy', ...worded({ code: found }) }),
  }),
)

const measure = (checks: typeof all) => createHealthChecks({ db: {} as Db, checks, clock: createManualClock(0) }).measure()

test('the answer has the order of the contract, in whatever order nouns declare their checks', async () => {
  expect((await measure(all.toReversed())).map(({ name }) => name)).toEqual([...healthCheckNames])
})

test('a check that is measured alone ends before any other begins', async () => {
  measured.length = 0
  await measure(all)
  expect(measured.slice(0, 2)).toEqual(['months begins', 'months ends'])
  expect(measured.filter((step) => step.startsWith('months'))).toHaveLength(2)
})

test('a check whose noun is not built yet cannot be measured', async () => {
  await expect(measure(all.slice(1))).rejects.toThrow('The health check database was asked for before its noun was built.')
})
