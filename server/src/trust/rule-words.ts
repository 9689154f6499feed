import type { SettingName, Settings } from '@twofold/contract/admin/settings'
import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'

type Word = (value: string) => Wording

const counted =
  (code: CountedRule): Word =>
  (value) =>
    sentence(code, { count: Number(value) })
type CountedRule = `rule.${{ [Name in SettingName]: Settings[Name] extends number ? Name : never }[SettingName]}`

/** Each setting with the value that it is to have, in the order of its screen. */
const words: { [Name in SettingName]: Word } = {
  name: (value) => sentence('rule.name', { value }),
  address: (value) => sentence('rule.address', { value }),
  sign_up: (value) => sentence(`rule.sign_up.${value as Settings['sign_up']}`),
  email_verification: (value) => sentence(`rule.email_verification.${value as Settings['email_verification']}`),
  session_idle_hours: counted('rule.session_idle_hours'),
  session_absolute_hours: counted('rule.session_absolute_hours'),
  session_remember_days: counted('rule.session_remember_days'),
  password_min_length: counted('rule.password_min_length'),
  activity_days: counted('rule.activity_days'),
  notification_days: counted('rule.notification_days'),
  quarantine_days: counted('rule.quarantine_days'),
  second_factor: (value) => sentence(`rule.second_factor.${value as Settings['second_factor']}`),
  second_factor_grace_days: counted('rule.second_factor_grace_days'),
}

export const wordRules = (detail: Readonly<Record<string, string>>): Wording[] =>
  Object.entries(words).flatMap(([name, word]) => (detail[name] === undefined ? [] : [word(detail[name])]))
