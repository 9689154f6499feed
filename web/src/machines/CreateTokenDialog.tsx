import { useLingui } from '@lingui/react/macro'
import { tokenLimits, type TokenScope } from '@twofold/contract/tokens'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { OwnProgramFields } from './OwnProgramFields.tsx'
import { emptyDraft, tokenBody, type TokenDraft } from './token-draft.ts'
import { type MadeToken, madeOf, sendToken, tokensKey } from './tokens.ts'

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
  const accountName = account?.name
  const offered = isAdministrator ? forAdministrators : forPeople
  const form = useFormDialog({
    values: emptyDraft,
    send: (draft: TokenDraft) => sendToken(tokenBody(draft, offered), account?.id),
    failed: t`The token could not be created. Please try again.`,
    said: false,
    renews: [tokensKey(account?.id)],
    onClose,
    onDone: (answer) => onMade(madeOf(answer)),
  })
  const busy = form.isPending
  const upTo = (most: number) => (text: string) =>
    text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most) ? undefined : t`Enter a number from 1 to ${most}`
  return (
    <FormDialog
      form={form}
      title={t`Create access token`}
      subtitle={account === undefined ? t`For a program of yours.` : t`For the service account ${accountName}.`}
      submitLabel={t`Create token`}
      pendingLabel={t`Creating...`}
    >
      <TextField
        label={t`Name`}
        help={t`Such as the program or the machine that it is for.`}
        maxLength={60}
        autoFocus
        autoComplete="off"
        readOnly={busy}
        {...form.field('name', (text) => (text.trim() === '' ? t`Name is required` : undefined))}
      />
      {account === undefined && <OwnProgramFields form={form} offered={offered} disabled={busy} />}
      <Select
        label={t`Expires after`}
        disabled={busy}
        options={[
          { value: '7', label: t`7 days` },
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
          ...(account === undefined ? [{ value: '365', label: t`One year` }] : []),
        ]}
        {...form.field('days')}
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
        {...form.field('networks')}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label={t`Codes a minute`}
          hint={t`Optional`}
          help={t`How many codes it may take, at most.`}
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          {...form.field('takes_per_minute', upTo(tokenLimits.takesPerMinute))}
        />
        <TextField
          label={t`Codes a day`}
          hint={t`Optional`}
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          {...form.field('takes_per_day', upTo(tokenLimits.takesPerDay))}
        />
      </div>
    </FormDialog>
  )
}
