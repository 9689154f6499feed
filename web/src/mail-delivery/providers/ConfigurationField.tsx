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
export const ConfigurationField = ({ form, name, required = true, type = 'text', ...field }: ConfigurationFieldProps) => (
  <TextField {...field} autoComplete="off" spellCheck={false} {...form.input(`configuration.${name}`, { required, type })} />
)
