import { useLingui } from '@lingui/react/macro'
import type { ChangeEvent } from 'react'
import { pinDigits } from '../lib/pin-digits.ts'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

/** Four masked digits. Whatever else is typed or pasted is left out. */
export function PinField({ onChange, ...field }: Omit<TextFieldProps, 'type'>) {
  const { t } = useLingui()
  return (
    <TextField
      type="password"
      inputMode="numeric"
      autoComplete="off"
      data-proof=""
      mono
      reveal={{ show: t`Show PIN`, hide: t`Hide PIN` }}
      {...field}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        event.target.value = pinDigits(event.target.value)
        onChange?.(event)
      }}
    />
  )
}
