import { failField } from '../../platform/fail.ts'

/** Expiry of a share as its owner chose; null: never. The choices are in web/src/sharing/grants/expiry.ts. */
export function endOf(expiresAt: string | null | undefined, now: number): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const end = new Date(expiresAt)
  if (end.getTime() <= now) throw failField('sharing.expires_in_past', 'expires_at')
  return end
}

/** Whether the grant has expired. */
export const hasExpired = ({ expires_at: end }: { expires_at: Date | null }, now: Date): boolean => end !== null && end <= now
