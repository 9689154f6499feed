import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { deleteQuestion, type SavedQuestion } from '@twofold/contract/admin/saved-questions'
import { call } from '../../lib/call.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useReloadQuestions } from './saved-questions.ts'

export function DeleteQuestionDialog({ question: { id, name }, onClose }: { question: SavedQuestion; onClose: () => void }) {
  const { t } = useLingui()
  const reload = useReloadQuestions()
  const remove = useMutation({
    mutationFn: () => call(deleteQuestion, { params: { id } }),
    meta: { fallback: t`The question could not be deleted. Please try again.` },
    onSuccess: ({ message }) => toast.success(message),
    onSettled: async () => {
      onClose()
      await reload()
    },
  })
  return (
    <AlertDialog
      title={t`Delete the question ${name}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      confirmLabel={t`Delete question`}
      pendingLabel={t`Deleting...`}
    >
      <p>
        <Trans>It is deleted for all administrators. The ledger itself does not change.</Trans>
      </p>
    </AlertDialog>
  )
}
