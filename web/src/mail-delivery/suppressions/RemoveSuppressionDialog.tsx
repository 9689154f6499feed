import { Trans, useLingui } from '@lingui/react/macro'
import { removeSuppression, type Suppression } from '@twofold/contract/mail-delivery/suppressions'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'
import { suppressionsKey } from './suppressions.ts'

export function RemoveSuppressionDialog({ entry, onClose }: { entry: Suppression; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useAct({
    send: () => call(removeSuppression, { params: { id: entry.id } }),
    failed: t`The address could not be removed`,
    renews: [suppressionsKey],
    ...longToast,
  })
  return (
    <AskDialog title={t`Remove ${entry.email}?`} onClose={onClose} act={remove} confirmLabel={t`Remove`}>
      <p>
        {entry.complained_at === null ? (
          <Trans>This address gets e-mails again, from the next one on.</Trans>
        ) : (
          <Trans>The recipient also complained. The address stays on the list for that, as an entry of its own.</Trans>
        )}
      </p>
      {entry.reason === 'complaint' && (
        <p>
          <Trans>The recipient reported this e-mail as unwanted. Write again only if they have asked you to.</Trans>
        </p>
      )}
      {entry.reason === 'unsubscribe' && (
        <p>
          <Trans>The recipient unsubscribed. Write again only if they have asked you to.</Trans>
        </p>
      )}
      {entry.reason === 'bounce' && (
        <p>
          <Trans>An e-mail to it bounced. If the mailbox still does not exist, your provider counts the next bounce against you.</Trans>
        </p>
      )}
    </AskDialog>
  )
}
