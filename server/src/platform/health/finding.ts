import type { HealthStatus } from '@twofold/contract/admin/health'
import type { Wording } from '@twofold/contract/said'
import { textOf } from '@twofold/contract/sentences/sentences'

/** Result of a check. `value` in a few words, `message` in a sentence. */
export interface Finding {
  status: HealthStatus
  value: string
  message: string
  said: { value: Wording[]; message: Wording[] }
  /** The affected items, each with a link to its remedy. */
  items?: { text: string; link: string }[]
  /** Path of the page with the remedy. */
  remedy?: string
}

/** The worst of several; what is unknown makes nothing worse. */
export function worst(statuses: readonly HealthStatus[]): HealthStatus {
  return (['critical', 'warning'] as const).find((status) => statuses.includes(status)) ?? 'healthy'
}

export const above = (value: number, limits: { warning: number; critical?: number }): HealthStatus =>
  limits.critical !== undefined && value > limits.critical ? 'critical' : value > limits.warning ? 'warning' : 'healthy'

/** The two texts of a verdict: in English, and by codes. */
export const worded = (value: Wording, ...message: Wording[]) => ({
  value: textOf([value]),
  message: textOf(message),
  said: { value: [value], message },
})

/** '4 s', '12 min', '3 h'. */
export function duration(given: number): string {
  if (given < 60) return `${Math.round(given)} s`
  return given < 3600 ? `${Math.floor(given / 60)} min` : `${Math.floor(given / 3600)} h`
}
