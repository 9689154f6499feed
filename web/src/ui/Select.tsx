import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

/** A choice from a list: the browser's own picker, which every phone, screen reader and form library knows. */
export function Select({
  label,
  note,
  hint,
  help,
  error,
  id,
  options,
  ...select
}: Omit<ComponentPropsWithRef<'select'>, 'children' | 'size' | 'multiple'> & FieldProps & { options: readonly SelectOption[] }) {
  return (
    <Field {...{ id, label, note, hint, help, error }} describedBy={select['aria-describedby']}>
      {(control) => (
        <div className="ui-input-frame" data-end="">
          <select {...select} {...control} className="ui-input">
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDown} className="ui-select-arrow" />
        </div>
      )}
    </Field>
  )
}
