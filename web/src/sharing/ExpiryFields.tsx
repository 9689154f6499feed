import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { dayOf } from '../lib/day-field.ts'
import type { ExpiryChoice } from './expiry.ts'

export interface ExpiryDraft {
  ends: ExpiryChoice | 'keep'
  date: string
}

/** When access ends by itself. `keep` offers to leave it as it is, and says how that is. */
export function ExpiryFields({ form, keep, disabled }: { form: UseFormReturn<ExpiryDraft>; keep?: string; disabled: boolean }) {
  const { t } = useLingui()
  const ends = useWatch({ control: form.control, name: 'ends' })
  const today = dayOf(Date.now())
  return (
    <>
      <Select
        label={t`Access ends`}
        disabled={disabled}
        options={[
          ...(keep === undefined ? [] : [{ value: 'keep', label: keep }]),
          { value: 'never', label: t`Never` },
          { value: '1', label: t`In 1 day` },
          { value: '7', label: t`In 7 days` },
          { value: '30', label: t`In 30 days` },
          { value: 'date', label: t`On a date` },
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
