import type { HealthCheckName, HealthStatus } from '@twofold/contract/admin/health'
import type { Wording } from '@twofold/contract/said'
import { textOf } from '@twofold/contract/sentences/sentences'

/** What one check found. `value` in a few words, `message` in a sentence. */
export interface Verdict {
  name: HealthCheckName
  status: HealthStatus
  value: string
  message: string
  said: { value: Wording[]; message: Wording[] }
  /** What it is about, each with where that is put right. */
  items?: { text: string; link: string }[]
  /** Where it is mended, as an address of the application. */
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
