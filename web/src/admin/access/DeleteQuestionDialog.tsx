import { Trans, useLingui } from '@lingui/react/macro'
import { deleteQuestion, type SavedQuestion } from '@twofold/contract/admin/saved-questions'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { savedQuestionsQuery } from './saved-questions.ts'

export function DeleteQuestionDialog({ question: { id, name }, onClose }: { question: SavedQuestion; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useAct({
    send: () => call(deleteQuestion, { params: { id } }),
    failed: t`The question could not be deleted. Please try again.`,
    renews: [savedQuestionsQuery.queryKey],
  })
  return (
    <AskDialog
      title={t`Delete the question ${name}?`}
      onClose={onClose}
      act={remove}
      confirmLabel={t`Delete question`}
      pendingLabel={t`Deleting...`}
    >
      <p>
        <Trans>It is deleted for all administrators. The ledger itself does not change.</Trans>
      </p>
    </AskDialog>
  )
}
