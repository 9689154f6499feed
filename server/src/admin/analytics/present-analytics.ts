import type { Analytics, DayFigures } from '@twofold/contract/admin/analytics'
import { sumOf } from './day-figures.service.ts'
import { addDays } from '../../platform/days.ts'
import type { Standing, StandingRepository } from './standing.repository.ts'
import type { DaysRead } from './analytics.service.ts'

interface Found {
  range: { from: string; to: string }
  standing: Standing
  countedAt: Date
  read: DaysRead
  topKeys: Awaited<ReturnType<StandingRepository['listWithMostKeys']>>
  topSharing: Analytics['sharing_activity']['top_sharing_users']
}

export function presentAnalytics({ range, standing, countedAt, read, topKeys, topSharing }: Found): Analytics {
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
      top_sharing_users: topSharing,
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

/** Rounded to one decimal; 0 of 0 is 0. */
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
