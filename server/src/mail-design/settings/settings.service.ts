import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { Db } from '../../platform/database.ts'
import { checkAll, failField } from '../../platform/fail.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import type { SettingsRepository } from './settings.repository.ts'
import { readEmailSettings } from './stored-settings.ts'

/** Milliseconds for which sending uses its last read of the settings. */
const freshMilliseconds = 5_000

export function createSettingsService(deps: ServiceDeps & { settings: (db: Db) => SettingsRepository }) {
  const settings = deps.settings(deps.db)
  let known: { value: EmailSettings; readAt: number } | undefined

  async function read(db = deps.db): Promise<EmailSettings> {
    const readAt = performance.now()
    const value = await readEmailSettings(deps.settings(db))
    // A change, or a read that began later, may know better.
    if (known === undefined || readAt >= known.readAt) known = { value, readAt }
    return value
  }

  function requireOrder({ body_retention_days: bodies, retention_days: logs }: Partial<EmailSettings>): void {
    if (bodies !== undefined && logs !== undefined && bodies > logs) throw failField('email.retention_order', 'body_retention_days')
  }

  async function requireTheme({ default_theme: theme = '' }: Partial<EmailSettings>): Promise<void> {
    if (theme !== '' && !(await settings.hasTheme(theme))) throw failField('email.theme_not_found', 'default_theme')
  }

  /** The complaints of `change` about well-formed fields. */
  const check = (fields: Partial<EmailSettings>): Promise<void> =>
    checkAll(
      () => requireOrder(fields),
      () => requireTheme(fields),
    )

  return {
    get: (db?: Db): Promise<EmailSettings> => read(db),

    /** At most five seconds old, for reads with every e-mail. */
    async recent(): Promise<EmailSettings> {
      return known !== undefined && performance.now() - known.readAt < freshMilliseconds ? known.value : read()
    },

    check,

    async change(next: EmailSettings): Promise<EmailSettings> {
      await check(next)
      const before = await read()
      await deps.transaction(async (tx) => {
        await deps.settings(tx.db).put(next, deps.clock.date())
        await tx.audit({ action: 'email.settings_changed', before, after: next })
      })
      known = { value: next, readAt: performance.now() }
      return next
    },
  }
}

export type SettingsService = ReturnType<typeof createSettingsService>
