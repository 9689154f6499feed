import './field.css'
import { CircleAlert } from './icons/CircleAlert.ts'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

export type FieldProps = {
  label: ReactNode
  /** Beside the label: a word such as "Optional", or a link. */
  note?: ReactNode
  /** Beside the label, but after the control on the keyboard, so that typing goes on with one Tab. */
  link?: ReactNode
  /** Between label and control: what to know before typing. */
  hint?: ReactNode
  /** Beneath the control, until an error takes its place. */
  help?: ReactNode
  /** The problem and its remedy. Marks the control as invalid. */
  error?: ReactNode
}

/** The label, hint, help and error around one control, and the attributes that tie them to it. */
export function Field({
  id: givenId,
  label,
  note,
  link,
  hint,
  help,
  error,
  describedBy,
  children,
}: FieldProps & { id?: string | undefined; describedBy?: string | undefined; children: (control: ControlAttributes) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const parts = [hint && `${id}-hint`, error ? `${id}-error` : help && `${id}-help`, describedBy].filter(Boolean)
  return (
    <div className="ui-field" data-link={link ? '' : undefined}>
      <div className="ui-field-head">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {note && <span className="ui-field-note">{note}</span>}
      </div>
      {hint && (
        <p className="ui-field-help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': parts.join(' ') || undefined })}
      <SpokenError id={`${id}-error`}>{error}</SpokenError>
      {!error && help && (
        <p className="ui-field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {link && <span className="ui-field-link">{link}</span>}
    </div>
  )
}

export type ControlAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/**
 * The error of a field, if it has one. Its place is there from the start, so that screen readers speak what appears in it: the focus may be in the field
 * already, or beyond it.
 */
export const SpokenError = ({ id, children }: { id: string; children: ReactNode }) => (
  <div className="contents" aria-live="polite">
    {children && <FieldError id={id}>{children}</FieldError>}
  </div>
)

/** For places that speak by themselves. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="ui-field-error" id={id}>
      <Icon icon={CircleAlert} />
      <span>{children}</span>
    </p>
  )
}
