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
      className="access-date"
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
