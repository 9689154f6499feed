import { useLingui } from '@lingui/react/macro'
import { tagField } from '@twofold/contract/key-fields'
import { limits } from '@twofold/contract/limits'
import type { UseFormReturn } from 'react-hook-form'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { type KeyDraft, readTags } from './key-draft.ts'

/** Fields that help to find a key and to remember its purpose. */
export function TagsAndNote({ form, disabled }: { form: UseFormReturn<KeyDraft>; disabled: boolean }) {
  const { t } = useLingui()
  const { errors } = form.formState
  const { tagMax, tagsPerKey } = limits
  function check(text: string) {
    if (text === form.formState.defaultValues?.tags) return true
    const tags = readTags(text)
    if (tags.length > tagsPerKey) return t`A key has at most ${tagsPerKey} tags.`
    if (tags.some((tag) => tag.length > tagMax)) return t`A tag has at most ${tagMax} characters.`
    return tags.map((tag) => fieldComplaint(tagField, tag)).find((complaint) => complaint !== undefined) ?? true
  }
  return (
    <>
      <TextField
        label={t`Tags`}
        autoComplete="off"
        help={t`Separated by commas.`}
        disabled={disabled}
        error={errors.tags?.message}
        {...form.register('tags', { validate: check })}
      />
      <TextArea
        label={t`Note`}
        help={t`Stored encrypted. Only you and people with full control can read it.`}
        maxLength={limits.noteMax}
        disabled={disabled}
        error={errors.note?.message}
        {...form.register('note')}
      />
    </>
  )
}
