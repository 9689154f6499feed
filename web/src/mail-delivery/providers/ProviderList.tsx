import { Trans, useLingui } from '@lingui/react/macro'
import { type Provider, changeProvider } from '@twofold/contract/mail-delivery/providers'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { DeleteProviderDialog } from './DeleteProviderDialog.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { longToast } from '../../ui/toast-options.ts'

/** The providers as cards. Deactivating the last one, which stops all e-mail, requires confirmation. */
export function ProviderList({ providers }: { providers: readonly Provider[] }) {
  const { t } = useLingui()
  const act = useProviderActs()
  const [stopping, setStopping] = useState<Provider>()
  const [deleting, setDeleting] = useState<Provider>()
  const active = providers.filter((provider) => provider.is_active)
  return (
    <>
      <ul className="grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start" aria-label={t`Email Providers`}>
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderCard
              provider={provider}
              onDelete={() => setDeleting(provider)}
              onMakeDefault={() => act.mutate({ provider, is_default: true })}
              onActivate={(isActive) => {
                if (!isActive && active.length === 1) setStopping(provider)
                else act.mutate({ provider, is_active: isActive })
              }}
            />
          </li>
        ))}
      </ul>
      {deleting && <DeleteProviderDialog provider={deleting} onClose={() => setDeleting(undefined)} />}
      {stopping && (
        <AskDialog
          title={t`Deactivate the last active provider?`}
          confirmLabel={t`Deactivate`}
          onClose={() => setStopping(undefined)}
          act={act}
          input={{ provider: stopping, is_active: false }}
        >
          <p>
            <Trans>
              E-mails no longer go out, not even those that accounts depend on. They wait, and go out when a provider is active again.
            </Trans>
          </p>
        </AskDialog>
      )}
    </>
  )
}

/** Changes to a provider outside its form. Its stored secret stays. */
function useProviderActs() {
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
