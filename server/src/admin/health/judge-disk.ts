import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { type Finding, worded, worst } from '../../platform/health/finding.ts'

const { freeDisk, fullInDays } = healthLimits

const gigabyte = 1024 ** 3
/** Fewer say nothing: one large backup is no trend. */
const fewestDays = 4

/** Bytes. */
export interface Disk {
  free: number
  total: number
}

/** Undefined: it cannot be measured. `days`: what was free before. */
export function judgeDisk(disk: Disk | undefined, days: readonly { daysAgo: number; free: number }[] = []): Finding {
  if (disk === undefined) return { status: 'unknown', ...worded(sentence('health.unknown'), sentence('health.disk_unknown')) }
  const percent = (disk.free / disk.total) * 100
  const free = (disk.free / gigabyte).toFixed(1)
  const left = fullIn(disk.free, days)
  const byTrend =
    left === undefined ? 'healthy' : left < fullInDays.critical ? 'critical' : left < fullInDays.warning ? 'warning' : 'healthy'
  return {
    status: worst([percent < freeDisk.critical ? 'critical' : percent < freeDisk.warning ? 'warning' : 'healthy', byTrend]),
    ...worded(
      sentence('health.disk_free', { free, percent: Math.floor(percent) }),
      sentence('health.disk', { percent: Math.ceil(100 - percent), free }),
      ...(left === undefined || byTrend === 'healthy' ? [] : [sentence('health.disk_full_in', { days: Math.floor(left) })]),
    ),
  }
}

/** Days until the disk is full, by linear regression over the past days. Undefined: free space does not shrink, or is unknown. */
function fullIn(free: number, days: readonly { daysAgo: number; free: number }[]): number | undefined {
  if (days.length < fewestDays) return undefined
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanTime, meanFree] = [mean(days.map(({ daysAgo }) => -daysAgo)), mean(days.map((day) => day.free))]
  const spread = days.reduce((sum, { daysAgo }) => sum + (-daysAgo - meanTime) ** 2, 0)
  const bytesPerDay = days.reduce((sum, day) => sum + (-day.daysAgo - meanTime) * (day.free - meanFree), 0) / spread
  return bytesPerDay < 0 ? free / -bytesPerDay : undefined
}
