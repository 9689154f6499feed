import { Trans, useLingui } from '@lingui/react/macro'
import { emailField } from '@twofold/contract/accounts'
import { addGroupMember } from '@twofold/contract/sharing/memberships'
import { PageForm } from '../../kits/PageForm.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useInvitationWords } from '../invitations/invitation-words.ts'
import { groupKeys } from './groups.ts'

/** Adds one person after the other: the field is empty and has the focus again after each. */
export function AddMemberForm({ groupId }: { groupId: string }) {
  const { t } = useLingui()
  const invitation = useInvitationWords()
  const form = useSentForm({
    values: { email: '' },
    send: ({ email }) => call(addGroupMember, { params: { id: groupId }, body: { email: email.trim() } }),
    failed: t`Failed to add to the group. Please try again.`,
    said: ({ message, type }) => ({ message, type }),
    renews: groupKeys,
    onAnswer({ type }) {
      // Nothing was done: what is typed may need a correction.
      if (type === 'warning') return
      form.setFocus('email')
      form.reset()
    },
  })
  return (
    <PageForm
      form={form}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-border px-5 py-4 max-sm:grid-cols-1 max-sm:px-4"
    >
      <TextField
        label={t`E-mail address of a new member`}
        type="email"
        inputMode="email"
        autoComplete="off"
        help={`${t`Sees all keys of the group at once.`} ${invitation.help}`}
        readOnly={form.isPending}
        {...form.field('email', (text) => fieldComplaint(emailField, text))}
      />
      <Button
        // On the line of the field, whatever stands above and beneath it.
        className="mt-[calc(var(--fs-sm)*1.5+6px)] self-start max-sm:mt-0"
        type="submit"
        icon={UserPlus}
        pending={form.isPending}
        pendingLabel={t`Adding...`}
      >
        <Trans>Add</Trans>
      </Button>
      <div className="col-span-full empty:hidden">
        <FailureAlert>{form.failure}</FailureAlert>
      </div>
    </PageForm>
  )
}
