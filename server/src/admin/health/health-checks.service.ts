import { type HealthCheckName, healthCheckNames } from '@twofold/contract/admin/health'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Finding } from '../../platform/health/finding.ts'
import type { HealthCheck } from '../../platform/health/health-check.ts'
import { readTogether } from '../../platform/read-together.ts'

export interface Verdict extends Finding {
  name: HealthCheckName
}

/** Runs the checks of all nouns, in the order of the contract. `checks`: complete from the first run on. */
export function createHealthChecks(deps: { db: Db; checks: readonly HealthCheck[]; clock: Clock }) {
  function find(name: HealthCheckName): HealthCheck {
    const check = deps.checks.find((one) => one.name === name)
    if (check === undefined) throw new Error(`The health check ${name} was asked for before its noun was built.`)
    return check
  }

  async function measure(): Promise<Verdict[]> {
    const checks = healthCheckNames.map(find)
    const alone = new Map<HealthCheckName, unknown>()
    for (const { name, isMeasuredAlone, measure: take } of checks) {
      if (isMeasuredAlone) alone.set(name, await take?.(deps.clock.now()))
    }
    const now = deps.clock.now()
    const questions = checks.flatMap(({ name, question }) => (question === undefined ? [] : [{ name, asked: question(now) }]))
    const [answers, measured] = await Promise.all([
      readTogether(
        deps.db,
        questions.map(({ asked }) => asked),
      ),
      Promise.all(checks.map(async ({ name, isMeasuredAlone, measure: take }) => (isMeasuredAlone ? alone.get(name) : take?.(now)))),
    ])
    const rows = new Map(questions.map(({ name }, index) => [name, answers[index]]))
    return checks.map(({ name, judge }, index) => ({
      name,
      ...judge({ row: rows.get(name) as never, measured: measured[index] as never, now }),
    }))
  }

  return {
    measure,
    titleOf: (name: HealthCheckName): string => find(name).title,
    isOfSetUp: (name: HealthCheckName): boolean => find(name).isOfSetUp === true,
  }
}
