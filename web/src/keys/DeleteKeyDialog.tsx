import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deleteKey, listKeys, type OwnKey, previewKeyDeletion, restoreKey } from '@twofold/contract/keys'
import { AskDialog } from '../kits/AskDialog.tsx'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { Alert } from '../ui/Alert.tsx'
import { keysQuery } from './keys.ts'
import { undoDuration } from '../lib/last-undo.ts'
import { orDone } from '../lib/lost-answer.ts'
import { toast } from '../ui/toast.ts'

interface DeleteKeyDialogProps {
  item: OwnKey
  onClose: () => void
  /** The key is gone and the list is reloaded. */
  onDeleted: (isAwaited: boolean) => void
}

export function DeleteKeyDialog({ item, onClose, onDeleted }: DeleteKeyDialogProps) {
  const { t } = useLingui()
  const restore = useRestoreKey()
  const { id, name } = item
  const preview = useQuery({
    ...queryOf(['deletion', id], previewKeyDeletion, { params: { id } }),
    gcTime: 0,
  })
  // The list's number until the count arrives.
  const people = preview.data?.people_losing_access ?? item.shared_with
  const codes = preview.data?.backup_codes ?? 0
  const message = t`2FA key "${name}" deleted successfully.`
  const undo = () => restore.mutate({ id, name })
  const remove = useAct({
    send: () =>
      orDone(
        call(deleteKey, { params: { id } }),
        () => isGone(id),
        () => toast.success(message, { duration: undoDuration, action: { label: t`Undo`, onPress: undo, isUndo: true } }),
      ),
    failed: t`Failed to delete 2FA key. Please try again.`,
    said: () => ({ message, duration: undoDuration }),
    undo: () => undo,
    renews: [keysQuery.queryKey],
    // Before the list is refetched, so that the focus does not return to a removed card.
    closes: onClose,
    onDone: (_, isAwaited) => onDeleted(isAwaited),
  })
  return (
    <AskDialog
      title={t`Delete 2FA Key`}
      subtitle={t`This action cannot be undone`}
      onClose={onClose}
      act={remove}
      confirmLabel={t`Delete Key`}
      pendingLabel={t`Deleting...`}
    >
      <Alert type="warning" title={t`Are you sure you want to delete this 2FA key?`}>
        <Trans>
          <strong>{name}</strong> will be permanently deleted, and access will be removed for all shared users.
        </Trans>{' '}
        {people > 0 && <Plural value={people} one="# person loses access." other="# people lose access." />}{' '}
        {codes > 0 && <Plural value={codes} one="# backup code goes with it." other="# backup codes go with it." />}
      </Alert>
    </AskDialog>
  )
}

const isGone = async (id: string) => !(await call(listKeys)).own_keys.some((key) => key.id === id)

/** Brings back a key that was just deleted. Works when the dialog that deleted it is gone. */
function useRestoreKey() {
  const { t } = useLingui()
  return useAct({
    send: ({ id }: { id: string; name: string }) => call(restoreKey, { params: { id } }),
    isUndo: () => true,
    failed: t`Failed to bring the 2FA key back. Please try again.`,
    said: (_, { name }) => t`2FA key "${name}" is back.`,
    renews: [keysQuery.queryKey],
  })
}
