import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type BulkAction, bulkUsers } from '@twofold/contract/admin/users'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Impact } from './Impact.tsx'
import { ReasonField } from './ReasonField.tsx'
import { type Selection, usersKey } from './users.ts'

type BulkDialogProps = { action: BulkAction; selection: Selection; count: number; onClose: () => void; onDone: () => void }

/** Confirms an act on many users, and then shows the result for each. */
export function BulkDialog({ action, selection, count, onClose, onDone }: BulkDialogProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const run = useAct({
    send: () => {
      const said = action === 'deactivate' && reason.trim() !== '' ? { reason: reason.trim() } : {}
      return call(bulkUsers, { body: { action, ...said, ...selection } }, { limitMs: longLimitMs })
    },
    failed: t`This could not be done`,
    said: 'in place',
    renews: [usersKey],
  })
  const labels: Record<BulkAction, string> = {
    activate: t`Activate`,
    deactivate: t`Deactivate`,
    promote: t`Promote to Admin`,
    demote: t`Demote to User`,
    revoke_sessions: t`Revoke sessions`,
    delete: t`Delete`,
  }
  const consequences: Partial<Record<BulkAction, string>> = {
    deactivate: t`They are signed out everywhere and cannot sign in. What they share stays shared until their leaver plans have decided about it.`,
    revoke_sessions: t`They will be logged out from all devices.`,
    delete: t`The accounts are closed at once, and everything they share ends. Data and keys are removed after 30 days. To hand keys over, deactivate them first.`,
  }
  if (run.data) {
    return (
      <Dialog
        title={t`Results`}
        subtitle={run.data.message}
        onClose={onDone}
        footer={
          <Button variant="primary" onPress={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <ul className="grid gap-2" aria-label={t`Results`}>
          {run.data.results.map(({ id, name, ok, message }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium wrap-anywhere">{name || id}</span>
              {ok ? <Badge tone="success">{t`Done`}</Badge> : <span className="text-danger-text">{message}</span>}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  return (
    <AskDialog
      act={run}
      stays
      isDirty={reason !== ''}
      title={`${labels[action]}?`}
      onClose={onClose}
      confirmLabel={labels[action]}
      tone={action === 'activate' ? 'primary' : 'danger'}
    >
      <p>
        <Plural value={count} one="This is done with # user." other="This is done with # users, one after the other." />
      </p>
      {consequences[action] && <p>{consequences[action]}</p>}
      {action !== 'activate' && <Impact of={selection} {...(action === 'revoke_sessions' && { only: 'sessions' })} />}
      {action === 'deactivate' && <ReasonField value={reason} onChange={setReason} />}
    </AskDialog>
  )
}
