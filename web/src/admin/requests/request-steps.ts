import type { getRequest } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'

export type RequestStep = 'approve' | 'refuse' | 'withdraw' | 'explain' | 'resume' | 'end'

/** The reader's possible actions on a request; the most common one comes last. */
export function stepsFor({ request, cannot_approve: refusal, is_own: isOwn }: CallResponse<typeof getRequest>): RequestStep[] {
  if (request.state === 'interrupted') return refusal === null ? ['end', 'resume'] : ['end']
  if (request.state !== 'waiting') return []
  if (isOwn) return ['withdraw', 'explain']
  return refusal === null ? ['refuse', 'approve'] : ['refuse']
}
