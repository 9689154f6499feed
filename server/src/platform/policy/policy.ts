import { type SettingName, type Settings, type SettingSource, settingVariables } from '@twofold/contract/admin/settings'
import type { BaseLogger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../database.ts'
import type { StoredSetting, SettingsRepository } from './settings.repository.ts'
import { readStored, settingNames } from './stored-settings.ts'

/** Milliseconds between looks for changes by other nodes. */
const refreshEvery = 2_000

/** The current settings. Read a field each time it is needed and do not keep it, since an administrator may change it at any moment. */
export type Policy = Readonly<Settings>

export interface PolicyKeeper {
  policy: Policy
  sources(): Record<SettingName, SettingSource>
  defaults: Readonly<Settings>
  /** The settings that these stored values would result in. */
  with(stored: readonly StoredSetting[]): Settings
  /** Looks now. */
  refresh(): Promise<void>
  close(): void
}

/** Three layers: the environment, what is stored, the default. */
export async function keepPolicy(deps: {
  db: Db
  settings: (db: Db) => SettingsRepository
  config: Pick<Config, 'appName' | 'appUrl' | 'signUp' | 'emailVerification' | 'setByEnvironment'>
  log: BaseLogger
  /** Replaces the product's own defaults. */
  defaults?: Partial<Settings>
}): Promise<PolicyKeeper> {
  const { config } = deps
  const repository = deps.settings(deps.db)
  const defaults: Settings = { ...defaultsOf(config), ...deps.defaults }
  const isFixed = (name: SettingName) => config.setByEnvironment.includes(settingVariables[name] ?? '')
  let stored: Partial<Settings> = {}
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isFailing = false
  /** Looks so far, and the one whose values are in force. */
  let [begun, shown] = [0, 0]

  const merge = (values: Partial<Settings>): Settings => ({
    ...defaults,
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !isFixed(name as SettingName))),
  })

  async function refresh() {
    const look = (begun += 1)
    const rows = await repository.list()
    // A look that began later may have seen a change that this one was too early for.
    if (look < shown) return
    shown = look
    stored = readStored(rows)
    current = merge(stored)
  }

  async function refreshInBackground() {
    try {
      await refresh()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isClosed) deps.log.warn({ err: error }, 'the settings cannot be read; those that were read last stay in force')
      isFailing = true
    }
    schedule()
  }

  function schedule() {
    if (!isClosed) timer = setTimeout(() => void refreshInBackground(), refreshEvery).unref()
  }

  let current = merge({})
  const policy = Object.defineProperties(
    {},
    Object.fromEntries(settingNames.map((name) => [name, { get: () => current[name], enumerable: true }])),
  ) as Policy
  await refresh()
  schedule()

  return {
    policy,
    defaults,
    sources: () => {
      const sourceOf = (name: SettingName) => (isFixed(name) ? 'environment' : name in stored ? 'database' : 'default')
      return Object.fromEntries(settingNames.map((name) => [name, sourceOf(name)])) as Record<SettingName, SettingSource>
    },
    with: (rows) => merge(readStored(rows)),
    refresh,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Defaults that the environment has no part in. */
export const fixedDefaults = {
  session_idle_hours: 12,
  session_absolute_hours: 24,
  session_remember_days: 30,
  password_min_length: 8,
  activity_days: 365,
  notification_days: 90,
  quarantine_days: 1,
  second_factor: 'admins',
  second_factor_grace_days: 7,
} as const satisfies Partial<Settings>

/** The configuration has the default of what the environment does not set, so both layers can be read from it. */
const defaultsOf = (config: Pick<Config, 'appName' | 'appUrl' | 'signUp' | 'emailVerification'>): Settings => ({
  name: config.appName,
  address: config.appUrl,
  sign_up: config.signUp,
  email_verification: config.emailVerification,
  ...fixedDefaults,
})
