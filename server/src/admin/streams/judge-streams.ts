import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { above, duration, type Finding, worded, worst } from '../../platform/health/finding.ts'

const { streamMinutes } = healthLimits

/** Streams that are not paused, and those of them for which rows wait: for how many seconds, and why. */
export interface StreamFigures {
  streams: number
  late: { name: string; seconds: number; error: string | null }[]
}

/** Paused streams do not count: pausing was deliberate, and every administrator was notified. */
export function judgeStreams({ streams, late }: StreamFigures): Finding {
  const remedy = '/admin/audit/streams'
  if (streams === 0) return { status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_streams')) }
  const statusOf = (waited: number) => above(waited / 60, streamMinutes)
  const behind = late.filter(({ seconds: waited }) => statusOf(waited) !== 'healthy')
  const current = sentence('health.streams_current', { current: streams - behind.length, streams })
  if (behind.length === 0) return { status: 'healthy', ...worded(current, sentence('health.streams_fine')) }
  const reasons = behind.flatMap(({ name: stream, seconds: waited, error }) => [
    sentence('health.stream_behind', { name: stream, duration: duration(waited) }),
    ...(error ? [sentence('health.stream_error', { error })] : []),
  ])
  return { status: worst(behind.map(({ seconds: waited }) => statusOf(waited))), ...worded(current, ...reasons), remedy }
}
