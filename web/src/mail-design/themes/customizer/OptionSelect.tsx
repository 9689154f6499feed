import { oneIn } from '../../../lib/list-search.ts'
import { Select } from '../../../ui/Select.tsx'

type OptionSelectProps<Option extends string> = {
  label: string
  /** Labels of the options, in the order of the list. */
  options: Readonly<Record<Option, string>>
  value: Option
  error: string | undefined
  onChange: (value: Option) => void
}

export function OptionSelect<Option extends string>({ label, options, value, error, onChange }: OptionSelectProps<Option>) {
  const values = Object.keys(options) as Option[]
  return (
    <Select
      label={label}
      value={value}
      error={error}
      onChange={({ target }) => onChange(oneIn(target.value, values) ?? value)}
      options={values.map((one) => ({ value: one, label: options[one] }))}
    />
  )
}
