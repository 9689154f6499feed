import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordStrength } from '../ui/PasswordStrength.tsx'
import { TextField } from '../ui/TextField.tsx'

interface NewPasswordFieldsProps {
  labels: { password: string; confirmation: string }
  /** What stands in the first field now. */
  value: string
  password: UseFormRegisterReturn
  confirmation: UseFormRegisterReturn
  errors: { password: string | undefined; confirmation: string | undefined }
}

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields({ labels, value, password, confirmation, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="grid gap-3">
        <TextField label={labels.password} type="password" autoComplete="new-password" error={errors.password} {...password} />
        <PasswordStrength password={value} />
      </div>
      <TextField label={labels.confirmation} type="password" autoComplete="new-password" error={errors.confirmation} {...confirmation} />
    </>
  )
}
