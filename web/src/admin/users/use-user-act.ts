import { useLingui } from '@lingui/react/macro'
import {
  type BulkAction,
  deleteUser,
  releaseUser,
  removeUserFactors,
  revokeUserSessions,
  setUserRole,
  setUserStatus,
  unlockUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import type { CallResponse } from '@twofold/contract/endpoint'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { type AskFactor, withFactor } from '../requests/with-factor.ts'
import { usersKey } from './users.ts'

export type UserAct = BulkAction | 'unlock' | 'verify' | 'release' | 'remove_factors'

/** `leaver_plan`: what deactivating somebody leaves to do. */
export type UserActAnswer = { message: string; leaver_plan?: CallResponse<typeof setUserStatus>['leaver_plan'] }

/** Whether a deactivated user's plan has open tasks. */
export const hasWork = (plan: UserActAnswer['leaver_plan']): boolean =>
  plan !== null && plan !== undefined && plan.keys_to_decide + plan.secrets_to_rotate > 0

const sends: Record<UserAct, (id: string, reason: string | undefined, askFactor: AskFactor) => Promise<UserActAnswer>> = {
  activate: (id) => call(setUserStatus, { params: { id }, body: { is_active: true } }),
  deactivate: (id, reason) => call(setUserStatus, { params: { id }, body: { is_active: false, ...(reason && { reason }) } }),
  promote: (id) => call(setUserRole, { params: { id }, body: { role: 'admin' } }),
  demote: (id) => call(setUserRole, { params: { id }, body: { role: 'user' } }),
  revoke_sessions: (id) => call(revokeUserSessions, { params: { id } }),
  delete: (id) => call(deleteUser, { params: { id } }),
  unlock: (id) => call(unlockUser, { params: { id } }),
  verify: (id) => call(verifyUserEmail, { params: { id } }),
  release: (id, _, askFactor) => withFactor(askFactor, () => call(releaseUser, { params: { id } })),
  remove_factors: (id) => call(removeUserFactors, { params: { id } }),
}

/** Does something with one user, and says how it went. */
export function useUserAct(act: UserAct, askFactor: AskFactor) {
  const { t } = useLingui()
  const failures: Record<UserAct, string> = {
    activate: t`Failed to update user status`,
    deactivate: t`Failed to update user status`,
    promote: t`Failed to update user role`,
    demote: t`Failed to update user role`,
    revoke_sessions: t`Failed to revoke sessions`,
    delete: t`Failed to delete user`,
    unlock: t`Failed to unlock user`,
    verify: t`Failed to verify the e-mail address`,
    release: t`The account could not be opened`,
    remove_factors: t`The second factors could not be removed`,
  }
  return useAct({
    send: ({ id, reason }: { id: string; reason?: string }) => sends[act](id, reason, askFactor),
    failed: failures[act],
    renews: [usersKey],
  })
}
