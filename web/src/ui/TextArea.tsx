import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { leftToRight } from './MachineText.tsx'

/** Several lines of text; props as of `TextField`. */
export function TextArea({
  label,
  note,
  hint,
  help,
  error,
  id,
  mono = false,
  rows = 3,
  ...area
}: Omit<ComponentPropsWithRef<'textarea'>, 'children'> & FieldProps & { mono?: boolean }) {
  return (
    <Field {...{ id, label, note, hint, help, error }} describedBy={area['aria-describedby']}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className={mono ? `ui-input ${leftToRight}` : 'ui-input'}
          data-mono={mono || undefined}
        />
      )}
    </Field>
  )
}
