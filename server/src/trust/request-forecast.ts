import { changingFacts, closingActs, isDeletion, type RequestImpact } from '@twofold/contract/admin/requests'
import { restorableDays } from '@twofold/contract/admin/restored-users'
import type { RequestRow } from './requests.repository.ts'

const day = 24 * 60 * 60 * 1000

/** End of closures and of restorable periods if the request runs when it is due, or else now. */
export function forecastOf(
  row: Pick<RequestRow, 'act' | 'detail' | 'runs_at'>,
  { now, waitingDays }: { now: number; waitingDays: number },
) {
  const runsAt = Math.max(row.runs_at?.getTime() ?? now, now)
  const after = (days: number) => new Date(runsAt + days * day).toISOString()
  return {
    closed_until: closingActs.includes(row.act) ? after(waitingDays) : null,
    restorable_until: isDeletion(row) ? after(restorableDays) : null,
  }
}

export const touchesTheSame = (seen: RequestImpact, now: RequestImpact): boolean => changingFacts.every((fact) => seen[fact] === now[fact])
