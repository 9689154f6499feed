import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deleteProvider, type Provider, type ProviderUse } from '@twofold/contract/mail-delivery/providers'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { providerUseQuery } from './providers.ts'

/** Says what depends on the provider before it is gone. */
export function DeleteProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useLingui()
  const { id, name } = provider
  const use = useQuery(providerUseQuery(id))
  const remove = useAct({
    send: () => call(deleteProvider, { params: { id } }),
    failed: t`Failed to delete provider`,
    // Templates, mappings and the dashboard may have named it.
    renews: [['admin', 'email']],
    ...longToast,
  })
  return (
    <AskDialog title={t`Delete ${name}?`} confirmLabel={t`Delete`} pendingLabel={t`Deleting...`} onClose={onClose} act={remove}>
      <p>
        <Trans>Its settings and its secret are deleted. The log keeps its name.</Trans>
      </p>
      <Loaded of={use} failed={t`What depends on it could not be loaded`} frame="line">
        {(found) => <Consequences use={found} />}
      </Loaded>
    </AskDialog>
  )
}

function Consequences({ use }: { use: ProviderUse }) {
  const { t } = useLingui()
  const { mails_waiting: waiting, mails_under_way: underWay, mappings, templates } = use
  return (
    <>
      {use.is_last_working && (
        <Alert type="warning">
          <Trans>No other provider works: no e-mail goes out until there is one, not even password resets. It waits.</Trans>
        </Alert>
      )}
      {use.is_default && !use.is_last_working && (
        <p>
          <Trans>It is the default. Without one, providers are tried in the order of their priority.</Trans>
        </p>
      )}
      <BlastRadius
        label={t`What this touches`}
        facts={[
          {
            count: waiting,
            label: (
              <Plural value={waiting} one="e-mail waits for it and goes by another one" other="e-mails wait for it and go by another one" />
            ),
          },
          {
            count: underWay,
            label: (
              <Plural
                value={underWay}
                one="e-mail is being handed over and is finished"
                other="e-mails are being handed over and are finished"
              />
            ),
          },
          {
            count: mappings.length,
            label: (
              <Plural
                value={mappings.length}
                one="event mapping asks for it, and then for none"
                other="event mappings ask for it, and then for none"
              />
            ),
          },
          {
            count: templates.length,
            label: (
              <Plural
                value={templates.length}
                one="template asks for it, and then for none"
                other="templates ask for it, and then for none"
              />
            ),
          },
        ]}
      />
      {mappings.length > 0 && <p className="wrap-anywhere text-text-2">{mappings.join(', ')}</p>}
      {templates.length > 0 && <p className="wrap-anywhere text-text-2">{templates.join(', ')}</p>}
    </>
  )
}
