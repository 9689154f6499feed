import { useLingui } from '@lingui/react/macro'
import type { CallInput } from '@twofold/contract/endpoint'
import { changeShare, type Share } from '@twofold/contract/sharing/grants'
import { useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { sharesKeys } from '../grants/reload-shares.ts'

const given = ({ approval, four_eyes }: CallInput<typeof changeShare>['body']) => ({
  ...(approval !== undefined && { approval }),
  ...(four_eyes !== undefined && { four_eyes }),
})

/** Changes level, terms or expiry optimistically; a refusal reverts the change and shows the reason. */
export function useChangeAccess(keyId: string, share: Share) {
  const { t } = useLingui()
  const change = useAct({
    send: (body: CallInput<typeof changeShare>['body']) => call(changeShare, { params: { id: keyId, share_id: share.id }, body }),
    failed: false,
    renews: sharesKeys(keyId),
  })
  const { isPending, variables, error, mutate } = change
  const wanted = isPending ? variables : {}
  return {
    permission: wanted.permission ?? (share.permission === 'admin' ? ('admin' as const) : ('view' as const)),
    /** Terms of a service account. */
    terms: share.service_account && { ...share.service_account, ...given(wanted) },
    expiresAt: wanted.expires_at === undefined ? share.expires_at : wanted.expires_at,
    isExpired: share.is_expired && wanted.expires_at === undefined,
    isPending,
    problem: error ? failureMessage(error, t`Failed to change access. Please try again.`) : undefined,
    change: mutate,
  }
}
