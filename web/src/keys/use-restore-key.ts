import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { restoreKey } from '@twofold/contract/keys'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { toast } from '../ui/toast.ts'
import { keysQuery } from './keys.ts'

/** Brings back a key that was just deleted. Works when the dialog that deleted it is gone. */
export function useRestoreKey() {
  const { t } = useLingui()
  const client = useQueryClient()
  return async ({ id, name }: { id: string; name: string }) => {
    try {
      await call(restoreKey, { params: { id } })
      toast.success(t`2FA key "${name}" is back.`)
    } catch (error) {
      toast.error(failureMessage(error, t`Failed to bring the 2FA key back. Please try again.`))
    }
    await client.invalidateQueries(keysQuery)
  }
}
