import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { editKey } from '@twofold/contract/keys'
import { call } from '../lib/call.ts'
import { keysQuery } from './keys.ts'

export type EditKeyBody = CallInput<typeof editKey>['body']

/** Changes a key; what is not named stays. */
export function useEditKey(id: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EditKeyBody) => call(editKey, { params: { id }, body }),
    meta: { fallback: t`Failed to change the 2FA key. Please try again.` },
    onSuccess: () => client.invalidateQueries(keysQuery),
  })
}
