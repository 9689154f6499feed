import { sql } from 'kysely'
import { lasts } from '../platform/lasts.ts'

const isLive = (now: Date) => sql`(standing.is_there and ${lasts(now, 'standing')})`

/** The states of an item of the view `review_standing`, as conditions. Each item is exactly one of confirmed, revoked, gone, ended and open. */
export const standing = {
  isLive,
  isOpen: (now: Date) => sql`(standing.outcome is null and standing.answer is null and ${isLive(now)})`,
  isConfirmed: (now: Date) =>
    sql`(standing.answer = 'confirmed' and (standing.outcome = 'confirmed' or standing.outcome is null and ${isLive(now)}))`,
  isGone: (now: Date) =>
    sql`(standing.answer is distinct from 'revoked' and (standing.outcome in ('gone', 'left') or standing.outcome is null and not ${isLive(now)}))`,
}
