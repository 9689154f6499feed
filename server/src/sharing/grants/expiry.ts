import { failField } from '../../platform/fail.ts'

/** When a share ends by itself, as its owner wishes; null: never. What people may choose from stands in web/src/sharing/grants/expiry.ts. */
export function endOf(expiresAt: string | null | undefined, now: number): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const end = new Date(expiresAt)
  if (end.getTime() <= now) throw failField('sharing.expires_in_past', 'expires_at')
  return end
}

/** Whether the grant has expired. */
export const hasExpired = ({ expires_at: end }: { expires_at: Date | null }, now: Date): boolean => end !== null && end <= now
