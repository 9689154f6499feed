import { healthLimits } from '@twofold/contract/admin/health-limits'
import type { AuditStream } from '@twofold/contract/admin/streams'
import { targetOf } from './stream-secrets.ts'
import { destinationOf } from './stream-target.ts'
import type { StreamWithLag } from './streams.repository.ts'

export function presentStream(row: StreamWithLag): AuditStream {
  const target = targetOf(row)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    is_active: row.is_active,
    target,
    destination: destinationOf(target),
    state: stateOf(row),
    sent_sequence: row.sent_sequence,
    sent_at: row.sent_at?.toISOString() ?? null,
    waiting: row.waiting,
    lag_seconds: row.waiting === 0 ? null : row.lag_seconds,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_error: row.last_error,
    next_try_at: row.failing_since === null ? null : row.next_try_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

function stateOf({ is_active, failing_since, lag_seconds, sent_at }: StreamWithLag): AuditStream['state'] {
  if (!is_active) return 'paused'
  if (failing_since !== null) return 'failing'
  if ((lag_seconds ?? 0) > healthLimits.streamMinutes.warning * 60) return 'behind'
  return sent_at === null ? 'starting' : 'working'
}
