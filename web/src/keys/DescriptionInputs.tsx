import { useLingui } from '@lingui/react/macro'
import { descriptionFields, tagField } from '@twofold/contract/key-fields'
import { type SealedField, sealedFields } from '@twofold/contract/sealed-fields'
import { limits } from '@twofold/contract/limits'
import type { UseFormReturn } from 'react-hook-form'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { describingFields, type DescribingField } from './description-fields.ts'
import { type KeyDraft, readDescription, readTags } from './key-draft.ts'

interface DescriptionInputsProps {
  form: UseFormReturn<KeyDraft>
  /** Access of the person whose form it is. */
  access: 'owner' | 'admin' | 'view-only'
  disabled: boolean
}

const isSealed = (field: DescribingField): field is SealedField => Object.hasOwn(sealedFields, field)

/** Fields that help to find a key and to remember its purpose. */
export function DescriptionInputs({ form, access, disabled }: DescriptionInputsProps) {
  const { t } = useLingui()
  const { errors } = form.formState
  const { tagMax, tagsPerKey } = limits
  function complaintAboutTags(tags: string[]) {
    if (tags.length > tagsPerKey) return t`A key has at most ${tagsPerKey} tags.`
    if (tags.some((tag) => tag.length > tagMax)) return t`A tag has at most ${tagMax} characters.`
    return tags.map((tag) => fieldComplaint(tagField, tag)).find((complaint) => complaint !== undefined)
  }
  function complaintAbout(field: DescribingField, text: string): string | undefined {
    // The stored value may predate the rule.
    if (isSealed(field) || text === form.formState.defaultValues?.[field]) return undefined
    if (field === 'tags') return complaintAboutTags(readTags(text))
    return fieldComplaint(descriptionFields[field].sent, readDescription(field, text))
  }
  return describingFields.map(({ name, label, help, maxLength, isLong = false, isOnOwnersSheet = false }) => {
    if (isOnOwnersSheet && access === 'owner') return null
    const Input = isLong ? TextArea : TextField
    return (
      <Input
        key={name}
        label={label()}
        help={help?.()}
        autoComplete="off"
        maxLength={maxLength}
        disabled={disabled}
        error={errors[name]?.message}
        {...form.register(name, { validate: (text) => complaintAbout(name, text) ?? true })}
      />
    )
  })
}
