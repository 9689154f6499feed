import { Plural, useLingui } from '@lingui/react/macro'
import { emailField } from '@twofold/contract/accounts'
import type { Group } from '@twofold/contract/sharing/memberships'
import type { RequestedPermission } from '@twofold/contract/keys'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useInvitationWords } from '../invitations/invitation-words.ts'
import { type ExpiryChoice, expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { LevelField } from './LevelField.tsx'

export interface ShareDraft extends ExpiryDraft {
  ends: ExpiryChoice
  /** The id of a group; empty: a person. */
  group: string
  email: string
  permission: RequestedPermission
}

export const emptyShare: ShareDraft = { group: '', email: '', permission: 'view', ends: 'never', date: '' }

export function shareBody({ group, email, permission, ends, date }: ShareDraft) {
  const to = group !== '' ? { group_id: group } : { email: email.trim() }
  return { ...to, permission, expires_at: expiryTime(ends, date, Date.now()) }
}

interface ShareFieldsProps {
  form: UseFormReturn<ShareDraft>
  /** Own groups; without any there is nothing to choose between. */
  groups: readonly Group[]
  disabled: boolean
}

/** Recipient, level and expiry. */
export function ShareFields({ form, groups, disabled }: ShareFieldsProps) {
  const { t } = useLingui()
  const invitation = useInvitationWords()
  const group = useWatch({ control: form.control, name: 'group' })
  const chosen = groups.find(({ id }) => id === group)
  return (
    <>
      {groups.length > 0 && (
        <Select
          label={t`Share with`}
          disabled={disabled}
          help={chosen && <Plural value={chosen.members} one="# person is in it now." other="# people are in it now." />}
          options={[{ value: '', label: t`A person` }, ...groups.map(({ id, name }) => ({ value: id, label: t`Group: ${name}` }))]}
          {...form.register('group')}
        />
      )}
      {group === '' && (
        <TextField
          label={t`User Email`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoFocus
          required
          disabled={disabled}
          help={invitation.help}
          error={form.formState.errors.email?.message}
          {...form.register('email', {
            validate: (text, draft) => draft.group !== '' || (fieldComplaint(emailField, text) ?? true),
          })}
        />
      )}
      <LevelField disabled={disabled} {...form.register('permission')} />
      <ExpiryFields form={form as unknown as UseFormReturn<ExpiryDraft>} disabled={disabled} />
    </>
  )
}
