import { Trans, useLingui } from '@lingui/react/macro'
import { issuerField } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { isWholeNumber, type KeyDraft } from './key-draft.ts'

const algorithms = [
  { value: 'SHA1', label: 'SHA-1' },
  { value: 'SHA256', label: 'SHA-256' },
  { value: 'SHA512', label: 'SHA-512' },
]
const digitChoices = Array.from({ length: limits.digitsMax - limits.digitsMin + 1 }, (_, index) => String(limits.digitsMin + index))

interface AdvancedFieldsProps {
  form: UseFormReturn<KeyDraft>
  open: boolean
  onToggle: (open: boolean) => void
  disabled: boolean
  /** The kind of a key that is kept cannot be changed. */
  hasFixedType?: boolean
}

/** Parameters that few keys need. Shows only those of the chosen kind. */
export function AdvancedFields({ form, open, onToggle, disabled, hasFixedType = false }: AdvancedFieldsProps) {
  const { t } = useLingui()
  const type = useWatch({ control: form.control, name: 'type' })
  const { errors } = form.formState
  const { periodMaxSeconds } = limits
  const choice = (field: 'type' | 'algorithm' | 'digits') => ({ disabled, error: errors[field]?.message, ...form.register(field) })
  const number = (field: 'period' | 'counter', label: string, validate: (text: string, draft: KeyDraft) => true | string) => (
    <TextField
      label={label}
      inputMode="numeric"
      disabled={disabled}
      error={errors[field]?.message}
      {...form.register(field, { validate })}
    />
  )
  const naming = (field: 'issuer' | 'account', label: string) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={limits.keyAccountMax}
      disabled={disabled}
      error={errors[field]?.message}
      {...form.register(field, {
        // The stored value may predate the rule.
        validate: (text) => text === form.formState.defaultValues?.[field] || (fieldComplaint(issuerField, text) ?? true),
      })}
    />
  )
  return (
    <Disclosure summary={<Trans>Advanced</Trans>} open={open} onToggle={onToggle}>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {!hasFixedType && (
          <Select
            label={t`Type`}
            options={[
              { value: 'totp', label: t`Time-based (TOTP)` },
              { value: 'hotp', label: t`Counter-based (HOTP)` },
              { value: 'steam', label: t`Steam Guard` },
            ]}
            {...choice('type')}
          />
        )}
        {type !== 'steam' && (
          <>
            <Select label={t`Algorithm`} options={algorithms} {...choice('algorithm')} />
            <Select label={t`Digits`} options={digitChoices.map((value) => ({ value, label: value }))} {...choice('digits')} />
          </>
        )}
        {type === 'totp' &&
          number(
            'period',
            t`Period in seconds`,
            (text, draft) =>
              draft.type !== 'totp' ||
              isWholeNumber(text, 1, periodMaxSeconds) ||
              t`Please enter a whole number from 1 to ${periodMaxSeconds}`,
          )}
        {type === 'hotp' &&
          number(
            'counter',
            t`Counter`,
            (text, draft) =>
              draft.type !== 'hotp' || isWholeNumber(text, 0, Number.MAX_SAFE_INTEGER) || t`Please enter a whole number, 0 or more`,
          )}
        {naming('issuer', t`Issuer`)}
        {naming('account', t`Account`)}
      </div>
    </Disclosure>
  )
}
