import { oneIn } from '../lib/list-search.ts'
import { Select } from '../ui/Select.tsx'

type FilterSelectProps<Value extends string> = {
  label: string
  /** Label without a filter. */
  all: string
  /** Labels of the values, in the order of the list. */
  options: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Narrows a list down to one value of a kind. */
export function FilterSelect<Value extends string>({ label, all, options, value, onChange }: FilterSelectProps<Value>) {
  const values = Object.keys(options) as Value[]
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(oneIn(target.value, values))}
      options={[{ value: '', label: all }, ...values.map((one) => ({ value: one, label: options[one] }))]}
    />
  )
}
