import { failField } from '../../platform/fail.ts'
import type { ShareRow } from './grants.repository.ts'

/** Expiry of a share as its owner chose; null: never. The choices are in web/src/sharing/grants/expiry.ts. */
export function endOf(expiresAt: string | null | undefined, now: number): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const end = new Date(expiresAt)
  if (end.getTime() <= now) throw failField('sharing.expires_in_past', 'expires_at')
  return end
}

export const hasExpired = ({ expires_at: end }: { expires_at: Date | null }, now: Date): boolean => end !== null && end <= now

type Terms = Pick<ShareRow, 'permission' | 'expires_at'>

/** Terms of one share in place of two: those that last longer, so that nobody has a level for longer than it was given. */
export function longerOf(one: Terms, other: Terms): Terms {
  const end = ({ expires_at }: Terms) => expires_at?.getTime() ?? Number.POSITIVE_INFINITY
  const isOther = end(other) > end(one) || (end(other) === end(one) && other.permission === 'admin')
  const { permission, expires_at } = isOther ? other : one
  return { permission, expires_at }
}
