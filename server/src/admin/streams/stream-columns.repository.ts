import { sql } from 'kysely'

export const columns = sql`streams.id, streams.name, streams.kind, streams.configuration, streams.secret, streams.is_active, streams.sent_sequence,
  streams.sent_at, streams.failures, streams.failing_since, streams.last_error, streams.next_try_at, streams.created_at`
