import { ChevronDown } from './icons/ChevronDown.ts'
import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

export type SelectOption = {
  value: string
  label: string
  disabled?: boolean
  /** A heading above those of the same one, which have to follow each other. */
  group?: string
}

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
            {isUnlisted(select.value, options) && <option value={select.value} hidden />}
            {inGroups(options).map(([group, members]) =>
              group === undefined ? (
                members.map(renderOption)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(renderOption)}
                </optgroup>
              ),
            )}
          </select>
          <Icon icon={ChevronDown} className="ui-select-arrow" />
        </div>
      )}
    </Field>
  )
}

/** A value without an option, not yet or no longer. Otherwise the browser would show the first option and a form would read it as chosen. */
const isUnlisted = (value: ComponentPropsWithRef<'select'>['value'], options: readonly SelectOption[]) =>
  typeof value === 'string' && value !== '' && !options.some((option) => option.value === value)

const renderOption = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

function inGroups(options: readonly SelectOption[]): [group: string | undefined, members: SelectOption[]][] {
  const groups: [string | undefined, SelectOption[]][] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last[0] === option.group) last[1].push(option)
    else groups.push([option.group, [option]])
  }
  return groups
}
