import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BulkAction,
  deleteUser,
  revokeUserSessions,
  setUserRole,
  setUserStatus,
  unlockUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { usersKey } from './users.ts'

export type UserAct = BulkAction | 'unlock' | 'verify'

const send: Record<UserAct, (id: string, reason: string | undefined) => Promise<{ message: string }>> = {
  activate: (id) => call(setUserStatus, { params: { id }, body: { is_active: true } }),
  deactivate: (id, reason) => call(setUserStatus, { params: { id }, body: { is_active: false, ...(reason && { reason }) } }),
  promote: (id) => call(setUserRole, { params: { id }, body: { role: 'admin' } }),
  demote: (id) => call(setUserRole, { params: { id }, body: { role: 'user' } }),
  revoke_sessions: (id) => call(revokeUserSessions, { params: { id } }),
  delete: (id) => call(deleteUser, { params: { id } }),
  unlock: (id) => call(unlockUser, { params: { id } }),
  verify: (id) => call(verifyUserEmail, { params: { id } }),
}

/** Does something with one user, and says how it went. */
export function useUserAct(act: UserAct) {
  const { t } = useLingui()
  const client = useQueryClient()
  const failures: Record<UserAct, string> = {
    activate: t`Failed to update user status`,
    deactivate: t`Failed to update user status`,
    promote: t`Failed to update user role`,
    demote: t`Failed to update user role`,
    revoke_sessions: t`Failed to revoke sessions`,
    delete: t`Failed to delete user`,
    unlock: t`Failed to unlock user`,
    verify: t`Failed to verify the e-mail address`,
  }
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) => send[act](id, reason),
    meta: { fallback: failures[act] },
    onSuccess: async ({ message }) => {
      toast.success(message)
      await client.invalidateQueries({ queryKey: usersKey })
    },
  })
}
