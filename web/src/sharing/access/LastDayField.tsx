import { useLingui } from '@lingui/react/macro'
import { PageForm } from '../../kits/PageForm.tsx'
import { useTypedForm } from '../../kits/use-typed-form.ts'
import { dayOf } from '../../lib/day-field.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface LastDayFieldProps {
  onSave: (day: string) => void
  onCancel: () => void
}

/** A day to come, after which access ends. Beneath the row that it is about. */
export function LastDayField({ onSave, onCancel }: LastDayFieldProps) {
  const { t } = useLingui()
  const form = useTypedForm({ values: { day: '' }, onSubmit: ({ day }) => onSave(day) })
  const today = dayOf(Date.now())
  return (
    <PageForm
      form={form}
      className="grid grid-cols-[minmax(0,14rem)_auto_auto] items-end justify-start gap-2 pt-2 max-sm:grid-cols-[auto_auto] max-sm:*:first:col-span-full"
    >
      <TextField
        label={t`Last day`}
        type="date"
        min={today}
        autoFocus
        {...form.field('day', (day) => (day === '' || day < today ? t`Please choose a day to come` : undefined))}
      />
      <Button type="submit">{t`Save`}</Button>
      <Button variant="quiet" onPress={onCancel}>{t`Cancel`}</Button>
    </PageForm>
  )
}
