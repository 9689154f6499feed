import { useLingui } from '@lingui/react/macro'
import { dayIn } from '../lib/list-search.ts'
import { TextField } from '../ui/TextField.tsx'

interface FilterDayProps {
  label: string
  value: string | undefined
  /** The first day of the range that this one ends. */
  first?: string | undefined
  onChange: (value: string | undefined) => void
}

/** Narrows a list down to a day, or to what happened from or until then. */
export function FilterDay({ label, value = '', first = '', onChange }: FilterDayProps) {
  const { t } = useLingui()
  const error = value !== '' && value < first ? t`The range ends before it begins.` : undefined
  return <TextField label={label} type="date" value={value} error={error} onChange={({ target }) => onChange(dayIn(target.value))} />
}
