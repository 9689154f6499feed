import { type SettingName, type Settings, settings } from '@twofold/contract/admin/settings'
import type { Judge } from '../../platform/approval.ts'

type IsLooser<Value> = (now: Value, then: Value) => boolean

const neither: IsLooser<unknown> = () => false
const longer: IsLooser<number> = (now, then) => then > now
const shorter: IsLooser<number> = (now, then) => then < now
const earlierIn =
  <Value>(order: readonly Value[]): IsLooser<Value> =>
  (now, then) =>
    order.indexOf(then) < order.indexOf(now)

/** Which of two values of a setting protects people less, or removes more of what tells them who did what. */
const isLooser: { [Name in SettingName]: IsLooser<Settings[Name]> } = {
  name: neither,
  // It happens at once, and is a hand on the way of e-mails (docs/decisions/0114).
  address: neither,
  sign_up: (now, then) => now !== 'open' && then === 'open',
  email_verification: earlierIn(['off', 'auto', 'required']),
  session_idle_hours: longer,
  session_absolute_hours: longer,
  session_remember_days: longer,
  password_min_length: shorter,
  activity_days: shorter,
  notification_days: shorter,
  quarantine_days: shorter,
  second_factor: earlierIn(['optional', 'encouraged', 'admins', 'all']),
  second_factor_grace_days: longer,
}
const names = Object.keys(settings.shape) as SettingName[]

/** A change that protects people less waits for a second administrator, who sees everything that changes with it. Null restores the default. */
export const loosening: Judge = async ({ body, policy, defaults }) => {
  const changed = names
    .filter((name) => body[name] !== undefined)
    .map((name) => [name, (body[name] ?? defaults[name]) as never] as const)
    .filter(([name, then]) => policy[name] !== then)
  if (!changed.some(([name, then]) => isLooser[name](policy[name] as never, then))) return undefined
  const detail = Object.fromEntries(changed.map(([name, then]) => [name, String(then)]))
  return { act: 'loosen_rules', subject: undefined, reason: '', detail, about: [] }
}
