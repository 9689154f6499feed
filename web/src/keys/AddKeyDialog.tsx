import { Trans, useLingui } from '@lingui/react/macro'
import { keyNameField } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, parseOtpauth, parseSecretText } from '@twofold/contract/otpauth'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useTypedForm } from '../kits/use-typed-form.ts'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Badge } from '../ui/Badge.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { describingFields } from './description-fields.ts'
import { DescriptionInputs } from './DescriptionInputs.tsx'
import { advancedFields, emptyDraft, fillFromParameters, isAdvanced, isMigrationLink, isOtpauthLink, type KeyDraft } from './key-draft.ts'
import { linkFailureText } from './link-failure.ts'
import { NewKeySummary } from './NewKeySummary.tsx'
import { ScanButton, SecretField } from './SecretField.tsx'
import { useAddKey } from './use-add-key.ts'
import { useNameQuestion } from './use-name-question.ts'

const isDescribedBy = (draft: KeyDraft) => describingFields.some(({ name }) => draft[name] !== '')

/** A key that was read, and from what. */
export type FoundKey = { parameters: KeyParameters; by: 'link' | 'scan' }

type AddKeyDialogProps = Parameters<typeof useAddKey>[0] & {
  name: string
  /** Initial values, after a failure. */
  failed: KeyDraft | undefined
  /** Result of a scan, or of a link that was pasted, which fills the form. */
  found: FoundKey | undefined
  onScan: () => void
  /** The live code of what is not saved yet. */
  code: (parameters: KeyParameters) => ReactNode
}

export function AddKeyDialog({ name: searched, failed, found, onScan, code, onAdded, onFailed, onClose }: AddKeyDialogProps) {
  const { t } = useLingui()
  const add = useAddKey({ onAdded, onFailed, onClose })
  const { submit, question } = useNameQuestion(add.submit)
  const form = useTypedForm<KeyDraft>({
    values: failed ?? { ...emptyDraft, name: searched },
    onSubmit: submit,
    onInvalid(invalid) {
      if (describingFields.some(({ name: field }) => field in invalid)) setDescribed(true)
      if (advancedFields.some((field) => field in invalid)) setAdvanced(true)
    },
  })
  const [advanced, setAdvanced] = useState(() => isAdvanced(form.getValues()))
  const [isDescribed, setDescribed] = useState(() => isDescribedBy(form.getValues()))
  const [filled, setFilled] = useState<'link' | 'scan'>()
  // A draft whose saving failed is unsaved too.
  useUnsavedChanges(failed !== undefined)
  const name = useWatch({ control: form.control, name: 'name' })
  const busy = add.isPending

  function fill(parameters: KeyParameters, by: 'link' | 'scan') {
    const draft = fillFromParameters(form.getValues(), parameters)
    form.reset(draft, { keepDefaultValues: true })
    setFilled(by)
    if (isAdvanced(draft)) setAdvanced(true)
  }

  const take = useEffectEvent(({ parameters, by }: FoundKey) => fill(parameters, by))
  useEffect(() => {
    if (found) take(found)
  }, [found])

  return (
    <FormDialog
      form={{ submit: form.submit, isPending: busy, question, onClose }}
      title={t`Add 2FA Key`}
      subtitle={t`Scan the QR code, type the secret, or paste an otpauth link in its place`}
      submitLabel={<Trans>Add Key</Trans>}
      pendingLabel={t`Adding...`}
      disabledReason={name.trim() === '' ? t`The key needs a name.` : undefined}
      attemptable
    >
      <ScanButton onPress={onScan} disabled={busy} />
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.keyNameMax}
        disabled={busy}
        {...form.field('name', (text) => fieldComplaint(keyNameField, text))}
      />
      <NewSecret
        form={form}
        filledBy={filled}
        onLink={(parameters) => fill(parameters, 'link')}
        onType={() => setFilled(undefined)}
        disabled={busy}
      />
      <NewKeySummary control={form.control} code={code} />
      <Disclosure summary={<Trans>More details</Trans>} open={isDescribed} onToggle={setDescribed}>
        <div className="grid gap-5">
          <DescriptionInputs form={form} access="owner" disabled={busy} />
        </div>
      </Disclosure>
      <AdvancedFields form={form} open={advanced} onToggle={setAdvanced} disabled={busy} />
    </FormDialog>
  )
}

interface NewSecretProps {
  form: UseFormReturn<KeyDraft>
  filledBy: 'link' | 'scan' | undefined
  onLink: (parameters: KeyParameters) => void
  onType: () => void
  disabled: boolean
}

/** A link in place of the secret fills the whole form. */
function NewSecret({ form, filledBy, onLink, onType, disabled }: NewSecretProps) {
  const { t } = useLingui()
  const secretField = form.register('secret', {
    // Said together with what is wrong with the name, not after the next try.
    validate(text) {
      // One that can be read has filled the form.
      const link = isOtpauthLink(text) ? parseOtpauth(text) : undefined
      if (link !== undefined) return link.ok || linkFailureText(link.failure)
      const isSound = text.trim() === '' || parseSecretText(text).ok
      return isSound || t`This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.`
    },
  })

  function takeLink(text: string) {
    const read = parseOtpauth(text)
    if (!read.ok) return form.setError('secret', { type: 'link', message: linkFailureText(read.failure) })
    onLink(read.parameters)
  }

  const help = {
    link: t`Filled in from the link.`,
    scan: t`Filled in from the QR code.`,
    none: t`The text under the QR code of the service: letters A to Z and digits 2 to 7.`,
  }[filledBy ?? 'none']

  return (
    <SecretField
      label={t`Secret`}
      note={
        <Badge>
          <Trans>Optional</Trans>
        </Badge>
      }
      placeholder={t`Leave empty to auto-generate`}
      disabled={disabled}
      error={form.formState.errors.secret?.message}
      help={help}
      {...secretField}
      onChange={(event) => {
        onType()
        form.clearErrors('secret')
        const text = event.target.value
        if (isMigrationLink(text))
          form.setError('secret', { type: 'link', message: t`This is an export of several keys. Import it instead.` })
        return isOtpauthLink(text) ? takeLink(text) : secretField.onChange(event)
      }}
    />
  )
}
