import { useLingui } from '@lingui/react/macro'
import { type CleanupType, runCleanup } from '@twofold/contract/admin/system'
import { call } from '../../lib/call.ts'
import { useOperation } from './use-operation.ts'

export function useCleanup(title: (type: CleanupType) => string) {
  const { t } = useLingui()
  return useOperation({
    action: title,
    send: (type: CleanupType) => call(runCleanup, { body: { type } }),
    done: ({ message }) => message,
    failed: (message) => t`Cleanup failed: ${message}`,
    renews: [['admin']],
  })
}
