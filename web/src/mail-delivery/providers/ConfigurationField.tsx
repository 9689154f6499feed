import type { ReactNode } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import type { ProviderFields } from './use-provider-fields.ts'

type ConfigurationFieldProps = {
  form: ProviderFields
  name: string
  label: string
  help?: ReactNode
  type?: 'text' | 'password' | 'email'
  inputMode?: 'numeric'
  list?: string
  required?: boolean
}

/** One field of a provider's connection. */
export function ConfigurationField({ form, name, required = true, ...field }: ConfigurationFieldProps) {
  const path = `configuration.${name}`
  return (
    <TextField
      {...field}
      autoComplete="off"
      spellCheck={false}
      required={required}
      value={form.values.configuration[name] ?? ''}
      error={form.errorOf(path)}
      onBlur={() => form.leave(path)}
      onChange={({ target }) => form.configure(name, target.value)}
    />
  )
}
