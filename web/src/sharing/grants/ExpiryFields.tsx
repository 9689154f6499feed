import { useLingui } from '@lingui/react/macro'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { dayOf } from '../../lib/day-field.ts'
import type { ExpiryChoice } from './expiry.ts'
import { useEndChoices } from './use-end-choices.ts'

export interface ExpiryDraft {
  ends: ExpiryChoice | 'keep'
  date: string
}

/** Expiry of access. `keep` offers to leave it unchanged, and describes it. */
export function ExpiryFields({ form, keep, disabled }: { form: UseFormReturn<ExpiryDraft>; keep?: string; disabled: boolean }) {
  const { t } = useLingui()
  const ends = useWatch({ control: form.control, name: 'ends' })
  const choices = useEndChoices()
  const today = dayOf(Date.now())
  return (
    <>
      <Select
        label={t`Access ends`}
        disabled={disabled}
        options={[
          ...(keep === undefined ? [] : [{ value: 'keep', label: keep }]),
          { value: 'never', label: t`Never` },
          ...choices.filter(({ value }) => value !== 'never' && value !== 'hour'),
        ]}
        {...form.register('ends')}
      />
      {ends === 'date' && (
        <TextField
          label={t`Last day`}
          type="date"
          min={today}
          disabled={disabled}
          error={form.formState.errors.date?.message}
          {...form.register('date', {
            validate: (date, { ends }) => ends !== 'date' || (date !== '' && date >= dayOf(Date.now())) || t`Please choose a day to come`,
          })}
        />
      )}
    </>
  )
}
