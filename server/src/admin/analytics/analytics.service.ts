import { dayFigures, inactiveDays } from '@twofold/contract/admin/analytics'
import type { Analytics, AnalyticsRange, DayFigures } from '@twofold/contract/admin/analytics'
import type { Clock } from '../../platform/clock.ts'
import { csvRecord } from '../../platform/csv.ts'
import type { Db } from '../../platform/database.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { sumOf } from './day-figures.service.ts'
import type { DayFiguresService } from './day-figures.service.ts'
import { addDays, dayAt, daysFrom, lastDays } from '../../platform/days.ts'
import type { Counted } from './kept-figures.service.ts'
import type { Standing, StandingRepository, TopUser } from './standing.repository.ts'

const defaultRange: AnalyticsRange = '30'

export interface RangeQuery {
  days?: AnalyticsRange | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface AnalyticsServiceDeps {
  db: Db
  transaction: Transaction
  days: Pick<DayFiguresService, 'between'>
  standing: () => Promise<Counted<Standing>>
  people: (db: Db) => Pick<StandingRepository, 'listWithMostKeys' | 'listByIds'>
  clock: Clock
}

/** What happened and how things stand, as the analytics show it. All days are days in UTC. */
export function createAnalyticsService(deps: AnalyticsServiceDeps) {
  const people = deps.people(deps.db)

  function rangeOf({ days = defaultRange, from, to }: RangeQuery): { from: string; to: string } {
    if (from !== undefined && to !== undefined) return { from, to }
    const last = lastDays(deps.clock.now(), Number(days))
    return { from: last.from, to: last.to }
  }

  /** The days from the earliest that anything here needs, so that they are read once. */
  async function readDays(range: { from: string; to: string }) {
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
      readDays(range),
      people.listWithMostKeys(),
    ])
    const { days, daysBefore } = read
    const [totals, totalsBefore] = [sumOf(days), sumOf(daysBefore)]
    const loginDays = days.filter(({ figures }) => figures.sign_ins > 0).length
    const daily = (figure: keyof DayFigures) => days.map(({ date, figures }) => ({ date, count: figures[figure] }))
    return {
      range: { ...range, days: days.length, before: read.before },
      counted_at: countedAt.toISOString(),
      user_growth: {
        daily: daily('sign_ups'),
        total_new_users: totals.sign_ups,
        new_users_this_month: read.newThisMonth,
        new_users_last_month: read.newLastMonth,
        active_days: read.activeDays,
      },
      login_activity: {
        never_logged_in: standing.never_logged_in,
        inactive_users: standing.inactive_users,
        total_logins: totals.sign_ins,
        active_login_days: loginDays,
        average_logins_per_day: toTenths(totals.sign_ins, days.length),
        daily_logins: daily('sign_ins'),
      },
      key_distribution: {
        total_users: standing.users,
        users_with_keys: standing.users_with_keys,
        users_without_keys: standing.users - standing.users_with_keys,
        total_keys: standing.keys,
        average_keys_per_user: toTenths(standing.keys, standing.users),
        top_key_users: topKeys.map(({ keys, ...person }) => ({ ...person, two_fa_keys_count: keys })),
      },
      sharing_activity: {
        users_sharing_keys: standing.users_sharing_keys,
        users_receiving_shares: standing.users_receiving_shares,
        users_only_receiving: standing.users_only_receiving,
        total_shares: standing.shares,
        top_sharing_users: await topSharing(standing.top_sharing),
      },
      health: healthOf(standing),
      totals,
      totals_before: totalsBefore,
      days: days.map(({ date, figures }, at) => ({
        date,
        figures,
        date_before: addDays(date, -days.length),
        before: beforeAt(daysBefore, at),
      })),
    }
  }

  return {
    get,

    /** As a file: its name, and its content piece by piece. That it was taken is written down. */
    async export({ format, ...query }: RangeQuery & { format: 'json' | 'csv' }): Promise<{ name: string; content: Generator<string> }> {
      const found = await get(query)
      const { from, to } = found.range
      await deps.transaction((tx) => tx.audit({ action: 'analytics.exported', after: { from, to, format } }))
      return { name: `analytics-${dayAt(deps.clock.now())}.${format}`, content: format === 'csv' ? csv(found) : json(found) }
    },
  }
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const earlier = (a: string, b: string) => (a < b ? a : b)

/** With one decimal; nothing of nothing is nothing. */
const toTenths = (amount: number, of: number) => (of === 0 ? 0 : Math.round((amount / of) * 10) / 10)

const toPercent = (part: number, of: number) => (of === 0 ? 0 : Math.round((part / of) * 100))

function healthOf(standing: Standing): Analytics['health'] {
  const { users, users_with_keys, users_sharing_keys, never_logged_in, inactive_users, keys } = standing
  return {
    user_engagement: toPercent(users_with_keys, users),
    sharing_adoption: toPercent(users_sharing_keys, users),
    user_retention: toPercent(users - inactive_users - never_logged_in, users),
    keys_per_active_user: toTenths(keys, users_with_keys),
  }
}

function beforeAt(days: readonly { figures: DayFigures }[], at: number): DayFigures {
  const found = days[at]
  if (found === undefined) throw new Error('The period before is shorter than the range.')
  return found.figures
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
