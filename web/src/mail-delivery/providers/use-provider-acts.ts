import { useLingui } from '@lingui/react/macro'
import { changeProvider, type Provider } from '@twofold/contract/mail-delivery/providers'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { longToast } from '../../ui/toast-options.ts'

/** Changes to a provider outside its form. Its stored secret stays. */
export function useProviderActs() {
  const { t } = useLingui()
  return useAct({
    send: ({ provider, ...change }: { provider: Provider; is_active?: boolean; is_default?: boolean }) =>
      call(changeProvider, { params: { id: provider.id }, body: { ...provider, ...change, unchanged_since: provider.updated_at } }),
    failed: t`Failed to update provider`,
    said: () => t`Email provider updated successfully!`,
    renews: providerStateKeys,
    ...longToast,
  })
}
