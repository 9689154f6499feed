import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessFilters } from '@twofold/contract/admin/access'
import {
  questionNameField,
  questionNameMax,
  renameQuestion,
  type SavedQuestion,
  saveQuestion,
} from '@twofold/contract/admin/saved-questions'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { TextField } from '../../ui/TextField.tsx'
import { savedQuestionsQuery } from './saved-questions.ts'

interface QuestionNameDialogProps {
  asked: AccessFilters
  /** The saved question that gets another name; undefined: `asked` is saved. */
  question: SavedQuestion | undefined
  onClose: () => void
}

export function QuestionNameDialog({ asked, question, onClose }: QuestionNameDialogProps) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: question?.name ?? '' },
    send: ({ name }): Promise<{ message: string }> =>
      question
        ? call(renameQuestion, { params: { id: question.id }, body: { name: name.trim() } })
        : call(saveQuestion, { body: { name: name.trim(), filters: asked } }),
    failed: t`The question could not be saved. Please try again.`,
    renews: [savedQuestionsQuery.queryKey],
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={question ? t`Rename question` : t`Save question`}
      subtitle={question ? undefined : t`All administrators can open, rename and delete saved questions.`}
      size="sm"
      submitLabel={question ? <Trans>Rename</Trans> : <Trans>Save</Trans>}
      pendingLabel={t`Saving...`}
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={questionNameMax}
        {...form.field('name', (text) => fieldComplaint(questionNameField, text))}
      />
    </FormDialog>
  )
}
