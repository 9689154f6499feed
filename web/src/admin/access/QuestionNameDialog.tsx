import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { AccessFilters } from '@twofold/contract/admin/access'
import {
  questionNameField,
  questionNameMax,
  renameQuestion,
  type SavedQuestion,
  saveQuestion,
} from '@twofold/contract/admin/saved-questions'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { randomId } from '../../lib/random-id.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useReloadQuestions } from './saved-questions.ts'

interface QuestionNameDialogProps {
  asked: AccessFilters
  /** The saved question that gets another name; undefined: `asked` is saved. */
  question: SavedQuestion | undefined
  onClose: () => void
}

export function QuestionNameDialog({ asked, question, onClose }: QuestionNameDialogProps) {
  const { t } = useLingui()
  const reload = useReloadQuestions()
  const form = useForm({ defaultValues: { name: question?.name ?? '' } })
  const { errors, isDirty } = form.formState
  const save = useMutation({
    mutationFn: (name: string): Promise<{ message: string }> =>
      question
        ? call(renameQuestion, { params: { id: question.id }, body: { name } })
        : call(saveQuestion, { body: { name, filters: asked } }, { idempotencyKey: randomId() }),
    meta: { fallback: t`The question could not be saved. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  useUnsavedChanges(isDirty && !save.isSuccess)
  return (
    <Dialog
      title={question ? t`Rename question` : t`Save question`}
      subtitle={question ? undefined : t`All administrators can open, rename and delete saved questions.`}
      size="sm"
      onClose={onClose}
      pending={save.isPending}
      onSubmit={form.handleSubmit(({ name }) => {
        if (!save.isPending) save.mutate(name.trim())
      })}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={save.isPending} pendingLabel={t`Saving...`}>
            {question ? <Trans>Rename</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={questionNameMax}
        disabled={save.isPending}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => fieldComplaint(questionNameField, text) ?? true })}
      />
    </Dialog>
  )
}
