import type { ServiceDeps } from '../../platform/service-deps.ts'
import type { SettingsService } from './settings.service.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** Retention of e-mail rows. Each e-mail noun removes its own, all in one job. */
export const createKeptMailService = (deps: Pick<ServiceDeps, 'clock'> & { settings: Pick<SettingsService, 'get'> }) => ({
  job: { name: 'email.retention', schedule: '41 3 * * *', expireInSeconds: 3600 },
  /** Up to when rows and bodies go now, by the settings. */
  async read() {
    const { retention_days: days, body_retention_days: bodyDays } = await deps.settings.get()
    const daysAgo = (count: number) => new Date(deps.clock.now() - count * dayMilliseconds)
    return { days, daysAgo, until: daysAgo(days), bodiesUntil: daysAgo(bodyDays) }
  },
})

export type KeptMailService = ReturnType<typeof createKeptMailService>
