import { dayFigures, type DayFigures } from '@twofold/contract/admin/analytics'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Growth } from './growth.repository.ts'
import type { DayFiguresRepository } from './day-figures.repository.ts'
import { addDays, day, daysFrom, dayStart, hourStart, startOf } from '../../platform/days.ts'

/** Days that are counted again each time: providers may report late. */
const lateDays = 2

/**
 * Figures by day, in UTC. A job counts past hours and stores the result; events since its last run are counted on request, so that the answer is
 * right whether the job has run or not. New users, keys and shares are not stored: they are today's rows by their creation day, so that deleted ones
 * count on no day.
 */
export function createDayFiguresService(deps: {
  db: Db
  /** Connection of the job, whose statements may take longer than a request. */
  backgroundDb: Db
  figures: (db: Db) => DayFiguresRepository
  /** Growth of all days, or at least since that time. */
  growth: (since: Date) => Promise<Growth>
  clock: Clock
}) {
  const figures = deps.figures(deps.db)

  /** Counts one day, or the part of it that is over. Answers the time up to which it is counted now. */
  async function rollUpDay(from: number, end: number): Promise<void> {
    await deps.backgroundDb.transaction().execute(async (db) => {
      const locked = deps.figures(db)
      await locked.lockProgress()
      const until = new Date(Math.min(from + day, end))
      await locked.put(new Date(from), until)
      await locked.putProgress(until)
    })
  }

  return {
    /** Day after day, each by itself, from where the last run ended: one that was interrupted, or did not come for weeks, is caught up with. */
    async rollUp(): Promise<void> {
      const backgroundFigures = deps.figures(deps.backgroundDb)
      const end = hourStart(deps.clock.now())
      const known = await backgroundFigures.findProgress()
      const begin = known === undefined ? await backgroundFigures.findBeginning() : new Date(known.getTime() - lateDays * day)
      for (let from = dayStart(begin?.getTime() ?? end); from < end; from += day) await rollUpDay(from, end)
      await backgroundFigures.putProgress(new Date(end))
    },

    /** Sign-ins from the beginning of a day on. */
    signInsSince: (since: Date) => figures.countSignIns(since),

    /** Every day from `from` to `to`, both included, in order; days on which nothing happened have zeros. */
    async between(from: string, to: string): Promise<{ date: string; figures: DayFigures }[]> {
      const until = startOf(to) + day
      const [{ countedUntil, kept }, growth] = await Promise.all([figures.list(from, to), deps.growth(new Date(startOf(from)))])
      const liveFrom = Math.max(startOf(from), countedUntil?.getTime() ?? 0)
      const live = liveFrom < until ? await figures.count(new Date(liveFrom), new Date(until)) : []
      const byDay = new Map<string, DayFigures>()
      for (let at = 0; at < daysFrom(from, to); at++) byDay.set(addDays(from, at), noFigures())
      for (const { day: date, figure, count } of [...kept, ...live, ...growth.days]) {
        const known = byDay.get(date)
        if (known !== undefined) known[figure] += count
      }
      return [...byDay].map(([date, found]) => ({ date, figures: found }))
    },
  }
}

export type DayFiguresService = ReturnType<typeof createDayFiguresService>

const noFigures = () => Object.fromEntries(dayFigures.map((figure) => [figure, 0])) as DayFigures

export function sumOf(days: readonly { figures: DayFigures }[]): DayFigures {
  const sum = noFigures()
  for (const { figures } of days) for (const figure of dayFigures) sum[figure] += figures[figure]
  return sum
}
