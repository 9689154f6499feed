import { useLingui } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import type { UseFormReturn } from 'react-hook-form'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { type KeyDraft, readTags } from './key-draft.ts'

/** What helps to find a key and to remember what it is for. */
export function TagsAndNote({ form, disabled }: { form: UseFormReturn<KeyDraft>; disabled: boolean }) {
  const { t } = useLingui()
  const { errors } = form.formState
  const { tagMax, tagsPerKey } = limits
  function check(text: string) {
    const tags = readTags(text)
    if (tags.length > tagsPerKey) return t`A key has at most ${tagsPerKey} tags.`
    return tags.every((tag) => tag.length <= tagMax) || t`A tag has at most ${tagMax} characters.`
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
        {...form.register('note')}
      />
    </>
  )
}
