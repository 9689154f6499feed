import { dayIn } from '../lib/list-search.ts'
import { TextField } from '../ui/TextField.tsx'

interface FilterDayProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Narrows a list down to a day, or to what happened from or until then. */
export function FilterDay({ label, value = '', onChange }: FilterDayProps) {
  return <TextField label={label} type="date" value={value} onChange={({ target }) => onChange(dayIn(target.value))} />
}
