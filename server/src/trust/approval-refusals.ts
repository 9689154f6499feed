import type { ApprovalRefusal } from '@twofold/contract/admin/requests'
import { type AppError, fail } from '../platform/fail.ts'
import type { Closed, Identity } from '../platform/identity.ts'
import type { Administrator } from './request-targets.repository.ts'
import { closedOf, closedUntil } from './require-open.ts'

export type Approver = Pick<Identity, 'id' | 'name' | 'hasSecondFactor' | 'closed'>

/** The approver behind the lock of their account: somebody may have closed it since the call was admitted. */
export const asLocked = <User extends Approver>(user: User, locked: Administrator, now: number): User => ({
  ...user,
  hasSecondFactor: locked.has_second_factor,
  closed: closedOf(locked, now),
})

/**
 * Reason in the approver's own account. A closed account comes first: it has nothing to do but wait, and mostly cannot add a second factor
 * before.
 */
export function refusalByAccount({ hasSecondFactor, closed }: Pick<Approver, 'hasSecondFactor' | 'closed'>): ApprovalRefusal | null {
  if (closedUntil(closed, 'secrets') !== null) return 'closed'
  return hasSecondFactor ? null : 'no_factor'
}

/** The reason as a screen shows it before anybody asks for the PIN. */
export const presentRefusal = (refusal: ApprovalRefusal | null, { closed }: Pick<Approver, 'closed'>) => ({
  cannot_approve: refusal,
  cannot_approve_until: refusal === 'closed' ? endOf(closed) : null,
})

/** The error of an approval in spite of the reason. */
export const failApproval = (refusal: ApprovalRefusal, { closed }: Pick<Approver, 'closed'>): AppError =>
  refusal === 'closed' ? fail('keys.secrets_closed', { parameters: { until: endOf(closed) } }) : fail(`requests.${refusal}`)

const endOf = (closed: Closed): string => new Date(closedUntil(closed, 'secrets') ?? 0).toISOString()
