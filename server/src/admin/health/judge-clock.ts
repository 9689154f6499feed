import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { above, type Finding, worded, worst } from '../../platform/health/finding.ts'

const { clockSeconds } = healthLimits

/** Offset of an external clock from ours, in seconds; or the reason why it is unknown. */
export type Comparison = { seconds: number } | { error: string }

/** `ntp` undefined: no time server is set. Codes depend on the clock, so one that cannot be compared although it should be is a warning. */
export function judgeClock(database: number, ntp: Comparison | undefined, host: string | undefined): Finding {
  const difference = ntp !== undefined && 'seconds' in ntp ? Math.max(Math.abs(database), Math.abs(ntp.seconds)) : Math.abs(database)
  const status = worst([above(difference, clockSeconds), ntp !== undefined && 'error' in ntp ? 'warning' : 'healthy'])
  const fromDatabase = seconds(database)
  const about = ntp === undefined || 'error' in ntp ? undefined : seconds(ntp.seconds)
  return {
    status,
    ...worded(
      about !== undefined
        ? sentence('health.clock_off', { seconds: about })
        : sentence(ntp === undefined ? 'health.clock_not_compared' : 'health.clock_no_answer'),
      about === undefined
        ? sentence('health.clock_database', { seconds: fromDatabase })
        : sentence('health.clock_both', { off: about, host: host ?? '', seconds: fromDatabase }),
      ...(ntp !== undefined && 'error' in ntp ? [sentence('health.clock_unasked', { error: ntp.error })] : []),
      ...(above(difference, clockSeconds) === 'healthy' ? [] : [sentence('health.codes_may_be_wrong')]),
    ),
  }
}

const seconds = (given: number) => Math.abs(given).toFixed(1)
