import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CleanupType, runCleanup } from '@twofold/contract/admin/system'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { noteOperation } from './operations.ts'

/** Runs a clean-up, and notes how it went. */
export function useCleanup(title: (type: CleanupType) => string) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (type: CleanupType) => call(runCleanup, { body: { type } }),
    onSuccess: ({ message }, type) => {
      noteOperation({ action: title(type), result: message, outcome: 'success' })
      toast.success(message)
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error, type) => {
      const message = failureMessage(error, t`Unknown error`)
      noteOperation({ action: title(type), result: t`Cleanup failed: ${message}`, outcome: 'error' })
      toast.error(t`Cleanup failed: ${message}`)
    },
  })
}
