import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteKey, type OwnKey } from '@twofold/contract/keys'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'
import { keysQuery } from './keys.ts'
import { undoDuration, useRestoreKey } from './use-restore-key.ts'

interface DeleteKeyDialogProps {
  item: OwnKey
  onClose: () => void
  /** The key is gone and the list is loaded anew. */
  onDeleted: () => void
}

export function DeleteKeyDialog({ item, onClose, onDeleted }: DeleteKeyDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const restore = useRestoreKey()
  const { name } = item
  const remove = useMutation({
    mutationFn: () => call(deleteKey, { params: { id: item.id } }),
    meta: { fallback: t`Failed to delete 2FA key. Please try again.` },
    onSuccess: async () => {
      onClose()
      toast.success(t`2FA key "${name}" deleted successfully.`, {
        duration: undoDuration,
        action: { label: t`Undo`, onPress: () => void restore(item) },
      })
      await client.invalidateQueries(keysQuery)
      onDeleted()
    },
    onError: onClose,
  })
  return (
    <AlertDialog
      title={t`Delete 2FA Key`}
      subtitle={t`This action cannot be undone`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      confirmLabel={t`Delete Key`}
      pendingLabel={t`Deleting...`}
    >
      <Alert type="warning" title={t`Are you sure you want to delete this 2FA key?`}>
        <Trans>
          <strong>{name}</strong> will be permanently deleted, and access will be removed for all shared users.
        </Trans>{' '}
        {item.shared_with > 0 && <Plural value={item.shared_with} one="# person loses access." other="# people lose access." />}
      </Alert>
    </AlertDialog>
  )
}
