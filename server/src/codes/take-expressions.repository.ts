import { sql } from 'kysely'
import { unseen } from './take-outcomes.repository.ts'
import type { Taker } from './takes.repository.ts'

/** The id by which takes of one taker are counted and repeated: of a token its own, so that none of them sees what another one took. */
export const takerIdOf = ({ token_id: token, user_id: user }: Taker): string => token ?? user ?? ''

const names = [
  'id',
  'seq',
  'key_id',
  'user_id',
  'service_account_id',
  'session_id',
  'token_id',
  'request_hash',
  'state',
  'deadline',
  'min_valid',
  'time_window',
  'counter',
  'generation',
  'over_at',
  'accepted',
  'reason',
  'approval_number',
  'decided_at',
]

export const columns = sql.join(names.map((name) => sql.ref(`code_takes.${name}`)))

/** In terms of `keys` and `present.at`. */
export const windowNow = sql`floor(extract(epoch from present.at) / keys.period)::int8`

export const remaining = sql`(keys.period - mod(extract(epoch from present.at), keys.period))::float8`

/** No earlier take can use the present window. Earlier takes that need more time than is left, or that were not polled lately, do not count. */
export const isFirst = sql`not exists (
  select from code_takes earlier
  where earlier.key_id = take.key_id and earlier.state = 'queued' and earlier.seq < take.seq and earlier.min_valid <= ${remaining}
    and earlier.deadline > present.at and earlier.seen_at > present.at - ${unseen}
)`
