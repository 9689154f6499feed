import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeProvider, type Provider } from '@twofold/contract/email/providers'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { providersKey } from './providers.ts'

/** What can be changed about a provider without its form. Its stored secret stays. */
export function useProviderActs() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ provider, ...change }: { provider: Provider; is_active?: boolean; is_default?: boolean }) =>
      call(changeProvider, { params: { id: provider.id }, body: { ...provider, ...change } }),
    onSuccess: async () => {
      toast.success(t`Email provider updated successfully!`, emailToast)
      await client.invalidateQueries({ queryKey: providersKey })
    },
    onError: (error) => toast.error(failureMessage(error, t`Failed to update provider`), emailToast),
  })
}
