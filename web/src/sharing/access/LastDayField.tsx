import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
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
  const [day, setDay] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const today = dayOf(Date.now())
  return (
    <form
      className="grid grid-cols-[minmax(0,14rem)_auto_auto] items-end justify-start gap-2 pt-2 max-sm:grid-cols-[auto_auto] max-sm:*:first:col-span-full"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (day === '' || day < today) setComplaint(t`Please choose a day to come`)
        else onSave(day)
      }}
    >
      <TextField
        label={t`Last day`}
        type="date"
        min={today}
        autoFocus
        value={day}
        error={complaint}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit">{t`Save`}</Button>
      <Button variant="quiet" onPress={onCancel}>{t`Cancel`}</Button>
    </form>
  )
}
