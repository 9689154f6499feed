import './choice.css'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { type FieldProps, SpokenError } from './Field.tsx'

type RadioCardsProps<Value extends string> = Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'children' | 'value' | 'defaultValue' | 'checked'
> &
  Pick<FieldProps, 'label' | 'hint' | 'error'> & {
    options: readonly { value: Value; label: ReactNode; description?: ReactNode }[]
    /** The chosen one, when the parent holds it. Leave both out with `{...register('permission')}`. */
    value?: Value
    defaultValue?: Value
  }

/** A few choices that deserve a sentence each. Every radio gets the same input props, as react-hook-form wants it. */
export function RadioCards<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  defaultValue,
  name,
  ...input
}: RadioCardsProps<Value>) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const chosen = (option: Value) =>
    value !== undefined ? { checked: value === option } : defaultValue !== undefined && { defaultChecked: defaultValue === option }
  return (
    <fieldset className="ui-field" aria-describedby={describedBy || undefined}>
      <legend className="ui-legend">{label}</legend>
      {hint && (
        <p className="ui-field-help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="ui-cards">
        {options.map((option) => (
          <label key={option.value} className="ui-choice ui-choice-card" data-kind="radio">
            <input
              {...input}
              type="radio"
              name={name ?? id}
              value={option.value}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.description ? `${id}-${option.value}-description` : undefined}
              {...chosen(option.value)}
            />
            <span>
              <span className="ui-choice-title" id={`${id}-${option.value}`}>
                {option.label}
              </span>
              {option.description && (
                <span className="ui-choice-description" id={`${id}-${option.value}-description`}>
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <SpokenError id={`${id}-error`}>{error}</SpokenError>
    </fieldset>
  )
}
