import { useLingui } from '@lingui/react/macro'
import { Eye } from './icons/Eye.ts'
import { EyeOff } from './icons/EyeOff.ts'
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { Icon, type Outline } from './Icon.tsx'
import { leftToRight } from './MachineText.tsx'

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'children' | 'size'> &
  FieldProps & {
    /** Before the text. */
    icon?: Outline
    /** After the text, inside the frame. */
    end?: ReactNode
    /** For codes, secrets and identifiers. */
    mono?: boolean
    /** Names of the button of `type="password"`, where the text is something else than a password. */
    reveal?: { show: string; hide: string }
  }

/** Types and input modes of what reads the same in every language. */
const machineTypes = new Set(['email', 'url', 'tel', 'number', 'numeric'])

/**
 * A text input. It is a plain `<input>` inside, so `{...register('email')}` of react-hook-form fits, as do `value` and `onChange`.
 * `type="password"` brings the button that shows the text.
 */
export function TextField({
  label,
  note,
  link,
  hint,
  help,
  error,
  icon,
  end,
  mono = false,
  reveal,
  id,
  type = 'text',
  className = '',
  ...input
}: TextFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const isForMachines = secret || mono || machineTypes.has(type) || machineTypes.has(input.inputMode ?? '')
  return (
    <Field {...{ id, label, note, link, hint, help, error }} describedBy={input['aria-describedby']}>
      {(control) => (
        <div
          className={`ui-input-frame ${isForMachines ? leftToRight : ''}`}
          data-icon={icon ? '' : undefined}
          data-end={secret || end ? '' : undefined}
        >
          {icon && <Icon icon={icon} className="ui-input-icon" />}
          <input
            {...input}
            {...control}
            type={secret && shown ? 'text' : type}
            className={`ui-input ${isForMachines ? leftToRight : ''} ${className}`}
            data-mono={mono || undefined}
            {...((secret || mono) && { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' })}
          />
          {secret ? (
            <span className="ui-input-end">
              <IconButton
                size="sm"
                icon={shown ? EyeOff : Eye}
                label={shown ? (reveal?.hide ?? t`Hide password`) : (reveal?.show ?? t`Show password`)}
                aria-controls={control.id}
                aria-describedby={`${control.id}-label`}
                onPress={() => setShown(!shown)}
              />
            </span>
          ) : (
            end && <span className="ui-input-end">{end}</span>
          )}
        </div>
      )}
    </Field>
  )
}
