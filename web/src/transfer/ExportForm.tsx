import { Plural, useLingui } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import type { ExportFormat } from '@twofold/contract/transfer'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FormStep } from '../kits/FormDialog.tsx'
import { useTypedForm } from '../kits/use-typed-form.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { PasswordStrength } from '../ui/PasswordStrength.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { TextField } from '../ui/TextField.tsx'
import { ChooseKeys, type ExportableKey } from './ChooseKeys.tsx'
import { UnencryptedWarning } from './UnencryptedWarning.tsx'
import type { ExportRequest } from './use-export.ts'

interface ExportDraft {
  which: 'all' | 'chosen'
  format: ExportFormat
  password: string
  confirmation: string
}

interface ExportFormProps {
  keys: readonly ExportableKey[]
  exporting: { isPending: boolean; error: unknown; mutate: (request: ExportRequest) => void }
}

/** Keys, format, and the password if the format has one. */
export function ExportForm({ keys, exporting }: ExportFormProps) {
  const { t } = useLingui()
  const form = useTypedForm<ExportDraft>({ values: { which: 'all', format: 'twofold', password: '', confirmation: '' }, onSubmit: submit })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useUnsavedChanges(chosen.size > 0)
  const { which, format } = useWatch({ control: form.control }) as ExportDraft
  const count = which === 'all' ? keys.length : chosen.size
  const { isPending: busy, error } = exporting
  // The user dismissed the PIN prompt; there is no error to show.
  const isDismissed = error instanceof ApiError && error.code === 'pin.required'
  const failure = error !== null && !isDismissed && failureMessage(error, t`The keys could not be exported. Please try again.`)

  function submit({ which, format, password }: ExportDraft) {
    if (busy || count === 0) return
    exporting.mutate({ format, ids: which === 'all' ? undefined : [...chosen], password })
  }

  return (
    <FormStep
      form={{ submit: form.submit, isPending: busy, failure }}
      submitLabel={<Plural value={count} one="Export # key" other="Export # keys" />}
      pendingLabel={t`Exporting...`}
      disabledReason={count === 0 ? t`Choose at least one key.` : undefined}
    >
      <RadioCards
        label={t`Keys`}
        hint={t`Of your own. Keys that others share with you, and backup codes, are no part of an export.`}
        disabled={busy}
        options={[
          { value: 'all', label: t`All (${keys.length})` },
          { value: 'chosen', label: t`Selected keys` },
        ]}
        {...form.register('which')}
      />
      {which === 'chosen' && <ChooseKeys keys={keys} chosen={chosen} onChoose={setChosen} disabled={busy} />}
      <div className="[&_.ui-cards]:grid-cols-1">
        <RadioCards
          label={t`Form`}
          disabled={busy}
          options={[
            {
              value: 'twofold',
              label: t`Encrypted file`,
              description: t`A backup, or for another Twofold. Nobody can read it without its password.`,
            },
            { value: 'links', label: t`Links`, description: t`A text that most other applications can import.` },
            { value: 'qr', label: t`QR codes to print`, description: t`A sheet for the safe, or to be scanned with a phone.` },
            { value: 'aegis', label: 'Aegis', description: t`JSON for the app on Android.` },
            { value: 'bitwarden', label: 'Bitwarden', description: t`JSON for its vault. It shows no codes of counter-based keys.` },
            { value: 'keepass', label: 'KeePass', description: t`XML for KeePass 2.` },
          ]}
          {...form.register('format')}
        />
      </div>
      {format === 'twofold' ? <FilePassword form={form} disabled={busy} /> : <UnencryptedWarning />}
    </FormStep>
  )
}

function FilePassword({ form, disabled }: { form: UseFormReturn<ExportDraft>; disabled: boolean }) {
  const { t } = useLingui()
  const { errors } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <>
      <div className="grid gap-3">
        <TextField
          label={t`File password`}
          type="password"
          autoComplete="new-password"
          disabled={disabled}
          maxLength={limits.passwordMax}
          error={errors.password?.message}
          {...form.register('password', {
            validate: (text) => text.length >= limits.passwordMin || t`Please use at least ${limits.passwordMin} characters`,
          })}
        />
        <PasswordStrength password={password} />
      </div>
      <TextField
        label={t`Confirm password`}
        type="password"
        autoComplete="new-password"
        disabled={disabled}
        error={errors.confirmation?.message}
        {...form.register('confirmation', { validate: (text, all) => text === all.password || t`Passwords do not match` })}
      />
    </>
  )
}
