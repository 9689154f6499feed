import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { nameRules } from '../text-fields.ts'
import { said } from '../said.ts'
import { whole } from '../whole-number.ts'

const endpoint = taggedEndpoint('Settings')

const wrongAddress = 'Please enter an address without a path, such as https://vault.example.org'

/** Scheme, host, and a port where it is not the scheme's own. */
const origin = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?\/?$/i

const address = z.string(wrongAddress).check(
  z.trim(),
  z.maxLength(253, wrongAddress),
  z.regex(origin, wrongAddress),
  z.overwrite((text) =>
    text
      .toLowerCase()
      .replace(/\/$/, '')
      .replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2'),
  ),
)

/** Everything that administrators decide for the whole installation. */
export const settings = z.strictObject({
  name: z
    .string()
    .check(
      ...nameRules('Name contains characters that are not allowed'),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(60, 'The name must be at most 60 characters long'),
    ),
  /** Public address of the application: links in e-mails and passkeys depend on it. */
  address,
  sign_up: z.enum(['open', 'invite', 'closed']),
  email_verification: z.enum(['auto', 'required', 'off']),
  /** Hours without use after which a session ends. */
  session_idle_hours: whole(1, 24 * 30, 'hours'),
  /** Hours after which it ends in any case. */
  session_absolute_hours: whole(1, 24 * 30, 'hours'),
  /** Days that a session with _Remember me_ lasts. */
  session_remember_days: whole(1, 365, 'days'),
  /** Characters of a new password; those there are stay. */
  password_min_length: whole(limits.passwordMin, 64, 'characters'),
  /** Days that people's activity, and administrators' notifications, are kept. */
  activity_days: whole(7, 3650, 'days'),
  notification_days: whole(7, 3650, 'days'),
  /** Days for which an account stays closed after an administrator changed how one signs in to it, unless its person proves who they are. */
  quarantine_days: whole(1, 7, 'days'),
  /** Users who need a second factor. `encouraged`: nobody has to, but a card on the dashboard recommends it. */
  second_factor: z.enum(['optional', 'encouraged', 'admins', 'all']),
  /** Days from the first sign-in on in which one that is required may still be missing. */
  second_factor_grace_days: whole(0, 30, 'days'),
})
export type Settings = z.infer<typeof settings>
export type SettingName = keyof Settings

/** Source of a value. The environment overrides the database, which overrides the default. */
export type SettingSource = 'environment' | 'database' | 'default'

/** The variable that decides a setting when it is set. */
export const settingVariables: Partial<Record<SettingName, string>> = {
  name: 'APP_NAME',
  address: 'APP_URL',
  sign_up: 'SIGN_UP',
  email_verification: 'EMAIL_VERIFICATION',
}

const shown = z.object({
  /** In the screen's order. */
  settings: z.object({
    values: settings,
    defaults: settings,
    sources: z.record(z.string(), z.enum(['environment', 'database', 'default'])),
  }),
  /** The last change through the screen. */
  changed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
})
export type ShownSettings = z.infer<typeof shown>

export const getSettings = endpoint('GET /admin/settings', {
  summary: 'Get the settings of the installation, and where each value comes from',
  response: shown,
})

const nullable = <Field extends z.ZodMiniType>(field: Field) => z.optional(z.nullable(field))
const { shape } = settings

const change = z.strictObject({
  name: nullable(shape.name),
  address: nullable(shape.address),
  sign_up: nullable(shape.sign_up),
  email_verification: nullable(shape.email_verification),
  session_idle_hours: nullable(shape.session_idle_hours),
  session_absolute_hours: nullable(shape.session_absolute_hours),
  session_remember_days: nullable(shape.session_remember_days),
  password_min_length: nullable(shape.password_min_length),
  activity_days: nullable(shape.activity_days),
  notification_days: nullable(shape.notification_days),
  quarantine_days: nullable(shape.quarantine_days),
  second_factor: nullable(shape.second_factor),
  second_factor_grace_days: nullable(shape.second_factor_grace_days),
})

export const countSettingsImpact = endpoint('POST /admin/settings/impact', {
  summary: 'Count what a change of settings would end or remove',
  body: change,
  response: z.object({
    /** Open sessions that would be over at once. */
    sessions: z.number(),
    /** Entries in people's activity, and notifications, that would be removed within the hour. */
    activities: z.number(),
    notifications: z.number(),
    /** Passkeys that would open nothing at another address. */
    passkeys: z.number(),
  }),
})

export const changeSettings = endpoint('PUT /admin/settings', {
  summary: 'Change settings, on every node within seconds. Omitted fields keep their value; null restores the default',
  body: change,
  response: z.object({ ...said, ...shown.shape }),
})
export type SettingsChange = z.infer<NonNullable<(typeof changeSettings)['body']>>
