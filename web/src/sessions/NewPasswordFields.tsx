import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { PasswordStrength } from '../ui/PasswordStrength.tsx'
import { TextField } from '../ui/TextField.tsx'

interface NewPasswordFieldsProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** Name of the password's field; that of its confirmation follows from it. */
  name: Path<Values> & ('password' | 'new_password')
  labels: { password: string; confirmation: string }
  readOnly?: boolean
}

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields<Values extends FieldValues>({ form, name, labels, readOnly }: NewPasswordFieldsProps<Values>) {
  const confirmation = `${name}_confirmation` as Path<Values>
  const { formState } = form
  const field = { type: 'password', autoComplete: 'new-password', ...(readOnly !== undefined && { readOnly }) }
  const errorOf = (of: Path<Values>) => form.getFieldState(of, formState).error?.message
  return (
    <>
      <div className="grid gap-3">
        <TextField
          label={labels.password}
          {...field}
          error={errorOf(name)}
          {...form.register(name, {
            onChange: () => {
              if (form.getFieldState(confirmation, formState).isTouched) void form.trigger(confirmation)
            },
          })}
        />
        <PasswordStrength password={useWatch({ control: form.control, name })} />
      </div>
      <TextField label={labels.confirmation} {...field} error={errorOf(confirmation)} {...form.register(confirmation)} />
    </>
  )
}
