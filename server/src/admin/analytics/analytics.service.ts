import { type Analytics, type AnalyticsRange, dayFigures, inactiveDays } from '@twofold/contract/admin/analytics'
import { csvRecord } from '../../platform/csv.ts'
import type { Db } from '../../platform/database.ts'
import { type DayFiguresService, sumOf } from './day-figures.service.ts'
import { addDays, dayAt, daysFrom, lastDays } from '../../platform/days.ts'
import type { Counted } from './kept-figures.service.ts'
import type { Standing, StandingRepository, TopUser } from './standing.repository.ts'
import { presentAnalytics } from './present-analytics.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const defaultRange: AnalyticsRange = '30'

export interface RangeQuery {
  days?: AnalyticsRange | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface AnalyticsServiceDeps extends ServiceDeps {
  days: Pick<DayFiguresService, 'between'>
  standing: () => Promise<Counted<Standing>>
  people: (db: Db) => Pick<StandingRepository, 'listWithMostKeys' | 'listByIds'>
}

/** Figures and charts of the analytics. All days are in UTC. */
export function createAnalyticsService(deps: AnalyticsServiceDeps) {
  const people = deps.people(deps.db)

  function rangeOf({ days = defaultRange, from, to }: RangeQuery): { from: string; to: string } {
    if (from !== undefined && to !== undefined) return { from, to }
    const last = lastDays(deps.clock.now(), Number(days))
    return { from: last.from, to: last.to }
  }

  async function topSharing(top: Standing['top_sharing']) {
    const found = new Map<string, TopUser>()
    if (top.length > 0) for (const person of await people.listByIds(top.map(({ id }) => id))) found.set(person.id, person)
    return top.flatMap(({ id, shares }) => {
      const person = found.get(id)
      return person === undefined ? [] : [{ ...person, shares_count: shares }]
    })
  }

  async function get(query: RangeQuery): Promise<Analytics> {
    const range = rangeOf(query)
    const [{ figures: standing, countedAt }, read, topKeys] = await Promise.all([
      deps.standing(),
      readDays(deps, range),
      people.listWithMostKeys(),
    ])
    return presentAnalytics({ range, standing, countedAt, read, topKeys, topSharing: await topSharing(standing.top_sharing) })
  }

  return {
    get,

    /** As a file: its name, and its content in pieces. The export is audited. */
    async export({ format, ...query }: RangeQuery & { format: 'json' | 'csv' }): Promise<{ name: string; content: Generator<string> }> {
      const found = await get(query)
      const { from, to } = found.range
      await deps.transaction((tx) => tx.audit({ action: 'analytics.exported', after: { from, to, format } }))
      return { name: `analytics-${dayAt(deps.clock.now())}.${format}`, content: format === 'csv' ? csv(found) : json(found) }
    },
  }
}

export type DaysRead = Awaited<ReturnType<typeof readDays>>

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const earlier = (a: string, b: string) => (a < b ? a : b)

/** The days from the earliest that anything here needs, so that they are read once. */
async function readDays(deps: Pick<AnalyticsServiceDeps, 'clock' | 'days'>, range: { from: string; to: string }) {
  const today = dayAt(deps.clock.now())
  const month = `${today.slice(0, 7)}-01`
  const lastMonth = `${addDays(month, -1).slice(0, 7)}-01`
  const length = daysFrom(range.from, range.to)
  const before = { from: addDays(range.from, -length), to: addDays(range.from, -1) }
  const [inRange, lately] = await Promise.all([
    deps.days.between(before.from, range.to),
    deps.days.between(earlier(lastMonth, addDays(today, 1 - inactiveDays)), today),
  ])
  const ofRange = inRange.slice(length)
  return {
    before,
    daysBefore: inRange.slice(0, length),
    days: ofRange,
    newThisMonth: sumOf(lately.filter(({ date }) => date >= month)).sign_ups,
    newLastMonth: sumOf(lately.filter(({ date }) => date >= lastMonth && date < month)).sign_ups,
    activeDays: lately.slice(-inactiveDays).filter(({ figures }) => figures.sign_ups + figures.sign_ins > 0).length,
  }
}

function* csv({ days }: Analytics): Generator<string> {
  yield csvRecord(['day', ...dayFigures, 'day before', ...dayFigures.map((figure) => `${figure} before`)])
  for (const { date, figures, date_before: dateBefore, before } of days) {
    yield csvRecord([date, ...dayFigures.map((figure) => figures[figure]), dateBefore, ...dayFigures.map((figure) => before[figure])])
  }
}

/** Everything but the days at once, and these one after the other. */
function* json({ days, ...rest }: Analytics): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"days":[\n`
  for (const [at, one] of days.entries()) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(one)}`
  yield '\n]}\n'
}
