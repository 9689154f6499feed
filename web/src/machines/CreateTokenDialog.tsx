import { Trans, useLingui } from '@lingui/react/macro'
import { tokenLimits, type TokenScope } from '@twofold/contract/tokens'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { OwnProgramFields, type OwnProgramFieldsProps } from './OwnProgramFields.tsx'
import { emptyDraft, tokenBody, type TokenDraft } from './token-draft.ts'
import { type MadeToken, useCreateToken } from './tokens.ts'

interface CreateTokenDialogProps {
  isAdministrator?: boolean
  /** The service account that it is for; left out: a program of one's own. */
  account?: { id: string; name: string }
  onClose: () => void
  onMade: (made: MadeToken) => void
}

const forPeople: readonly TokenScope[] = ['keys:read', 'codes:read', 'codes:take', 'keys:write', 'activity:read']
const forAdministrators: readonly TokenScope[] = [...forPeople, 'audit:read']

/** Asks what a new token may do, until when, and from where. */
export function CreateTokenDialog({ isAdministrator = false, account, onClose, onMade }: CreateTokenDialogProps) {
  const { t } = useLingui()
  const form = useForm<TokenDraft>({ defaultValues: emptyDraft })
  const accountName = account?.name
  const create = useCreateToken(onMade, account?.id)
  useUnsavedChanges(form.formState.isDirty && !create.isSuccess)
  const busy = create.isPending
  const { errors } = form.formState
  const offered = isAdministrator ? forAdministrators : forPeople
  const wrong = create.error instanceof ApiError ? create.error.errors : undefined
  const isDismissed = create.error instanceof ApiError && create.error.code === 'pin.required'

  function submit(draft: TokenDraft) {
    if (busy) return
    const body = tokenBody(draft, offered)
    if (body.scopes.length === 0 && account === undefined) return form.setError('scopes', { message: t`Choose at least one permission` })
    if (body.trusted_minutes !== undefined && draft.keyIds.length === 0)
      return form.setError('keyIds', { message: t`Choose at least one key` })
    create.mutate(body)
  }

  return (
    <Dialog
      title={t`Create access token`}
      subtitle={account === undefined ? t`For a program of yours.` : t`For the service account ${accountName}.`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Creating...`}>
          <Trans>Create token</Trans>
        </SubmitButtons>
      }
    >
      <TextField
        label={t`Name`}
        help={t`Such as the program or the machine that it is for.`}
        maxLength={60}
        autoFocus
        autoComplete="off"
        readOnly={busy}
        error={errors.name?.message ?? wrong?.['name']?.[0]}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      {account === undefined && <OwnProgramFields form={form} offered={offered} disabled={busy} wrong={wrong} />}
      <Select
        label={t`Expires after`}
        disabled={busy}
        options={[
          { value: '7', label: t`7 days` },
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
          ...(account === undefined ? [{ value: '365', label: t`One year` }] : []),
        ]}
        {...form.register('days')}
      />
      <TextArea
        label={t`Networks`}
        hint={t`Optional`}
        help={t`Addresses or CIDR ranges that it may be used from, one on each line.`}
        mono
        rows={2}
        autoComplete="off"
        spellCheck={false}
        readOnly={busy}
        error={wrong?.['networks']?.[0]}
        {...form.register('networks')}
      />
      <TakeLimitFields form={form} disabled={busy} wrong={wrong} />
      <FailureAlert>
        {create.isError && !isDismissed && !wrong && failureMessage(create.error, t`The token could not be created. Please try again.`)}
      </FailureAlert>
    </Dialog>
  )
}

function TakeLimitFields({ form, disabled, wrong }: Omit<OwnProgramFieldsProps, 'offered'>) {
  const { t } = useLingui()
  const { errors } = form.formState
  const upTo = (most: number) => (text: string) =>
    text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most) || t`Enter a number from 1 to ${most}`

  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField
        label={t`Codes a minute`}
        hint={t`Optional`}
        help={t`How many codes it may take, at most.`}
        inputMode="numeric"
        autoComplete="off"
        readOnly={disabled}
        error={errors.perMinute?.message ?? wrong?.['takes_per_minute']?.[0]}
        {...form.register('perMinute', { validate: upTo(tokenLimits.takesPerMinute) })}
      />
      <TextField
        label={t`Codes a day`}
        hint={t`Optional`}
        inputMode="numeric"
        autoComplete="off"
        readOnly={disabled}
        error={errors.perDay?.message ?? wrong?.['takes_per_day']?.[0]}
        {...form.register('perDay', { validate: upTo(tokenLimits.takesPerDay) })}
      />
    </div>
  )
}
