import './choice.css'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { SpokenError } from './Field.tsx'

type ToggleProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children' | 'size'> & {
  label: ReactNode
  /** A second line that says what it does. */
  description?: ReactNode
  error?: ReactNode
}

/** A native checkbox: fits `{...register('remember')}` as well as `checked` and `onChange`. `indeterminate`: some, not all. */
export function Checkbox({ indeterminate = false, ref, ...props }: ToggleProps & { indeterminate?: boolean }) {
  // The browser knows this state as a property only, not as an attribute.
  const attach = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate
    if (typeof ref === 'function') return ref(input)
    if (ref) ref.current = input
  }
  return <Toggle {...props} ref={attach} kind="check" />
}

/** Applies at once. For a choice that is sent with a form, use a checkbox. */
export function Switch(props: ToggleProps) {
  return <Toggle {...props} kind="switch" />
}

function Toggle({ label, description, error, kind, ...input }: ToggleProps & { kind: 'check' | 'switch' }) {
  const id = useId()
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="ui-choice-row">
      <label className="ui-choice" data-kind={kind}>
        <input
          {...input}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy || undefined}
        />
        <span>
          <span id={`${id}-label`}>{label}</span>
          {description && (
            <span className="ui-choice-description" id={`${id}-description`}>
              {description}
            </span>
          )}
        </span>
      </label>
      <SpokenError id={`${id}-error`}>{error}</SpokenError>
    </div>
  )
}
