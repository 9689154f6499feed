import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeSuppression, type Suppression } from '@twofold/contract/email/suppressions'
import { call } from '../../lib/call.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { suppressionsKey } from './suppressions.ts'

export function RemoveSuppressionDialog({ entry, onClose }: { entry: Suppression; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeSuppression, { params: { id: entry.id } }),
    meta: { fallback: t`The address could not be removed`, ...emailToast },
    onSuccess: ({ message }) => {
      toast.success(message, emailToast)
      return client.invalidateQueries({ queryKey: suppressionsKey })
    },
    onSettled: onClose,
  })
  const isComplaint = entry.reason === 'complaint' || entry.reason === 'unsubscribe'
  return (
    <AlertDialog
      title={t`Remove ${entry.email}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      confirmLabel={t`Remove`}
    >
      <div className="grid gap-3">
        <p>
          <Trans>Mail to this address is let through again, from the next one on.</Trans>
        </p>
        {isComplaint && (
          <p>
            <Trans>Its person has said that this mail is not wanted. Write again only if they have asked you to.</Trans>
          </p>
        )}
        {entry.reason === 'bounce' && (
          <p>
            <Trans>Mail to it came back. If the mailbox still does not exist, your provider counts the next bounce against you.</Trans>
          </p>
        )}
      </div>
    </AlertDialog>
  )
}
