import type { SettingName, Settings } from '@twofold/contract/admin/settings'
import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'
import { fixedDefaults } from '../platform/policy/policy.ts'

type Word = (value: string) => Wording

/** In place of a value, in requests made before docs/decisions/0398. */
const restored = 'default'

const counted =
  (name: CountedRule): Word =>
  (value) =>
    sentence(`rule.${name}`, { count: value === restored ? fixedDefaults[name] : Number(value) })
type CountedRule = { [Name in SettingName]: Settings[Name] extends number ? Name : never }[SettingName]

/** Each setting with the value that it is to have, in the order of its screen. */
const words: { [Name in SettingName]: Word } = {
  name: (value) => (value === restored ? sentence('rule.name_restored') : sentence('rule.name', { value })),
  address: (value) => (value === restored ? sentence('rule.address_restored') : sentence('rule.address', { value })),
  sign_up: (value) => sentence(`rule.sign_up.${value as Settings['sign_up']}`),
  email_verification: (value) => sentence(`rule.email_verification.${value as Settings['email_verification']}`),
  session_idle_hours: counted('session_idle_hours'),
  session_absolute_hours: counted('session_absolute_hours'),
  session_remember_days: counted('session_remember_days'),
  password_min_length: counted('password_min_length'),
  activity_days: counted('activity_days'),
  notification_days: counted('notification_days'),
  quarantine_days: counted('quarantine_days'),
  second_factor: (value) => sentence(`rule.second_factor.${value as Settings['second_factor']}`),
  second_factor_grace_days: counted('second_factor_grace_days'),
}

export const wordRules = (detail: Readonly<Record<string, string>>): Wording[] =>
  Object.entries(words).flatMap(([name, word]) => (detail[name] === undefined ? [] : [word(detail[name])]))
