import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { emailField } from '@twofold/contract/accounts'
import type { Group } from '@twofold/contract/groups'
import type { RequestedPermission } from '@twofold/contract/keys'
import type { Share } from '@twofold/contract/sharing'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { LevelField } from './LevelField.tsx'
import { shareName } from './share-name.ts'

export interface ShareDraft extends ExpiryDraft {
  /** The id of a group; empty: a person. */
  group: string
  email: string
  permission: RequestedPermission
}

export const emptyShare: ShareDraft = { group: '', email: '', permission: 'view', ends: 'never', date: '' }

/** What is sent; undefined while nobody is named. */
export function shareBody({ group, email, permission, ends, date }: ShareDraft) {
  const to = group !== '' ? { group_id: group } : { email: email.trim() }
  if (to.email === '' || ends === 'keep') return undefined
  return { ...to, permission, expires_at: expiryTime(ends, date, Date.now()) }
}

interface ShareFieldsProps {
  form: UseFormReturn<ShareDraft>
  /** Own groups; without any there is nothing to choose between. */
  groups: readonly Group[]
  /** Who has the key already, where it is one key. */
  shares?: readonly Share[]
  disabled: boolean
}

/** With whom, how far and until when. */
export function ShareFields({ form, groups, shares = [], disabled }: ShareFieldsProps) {
  const { t } = useLingui()
  const [group, email] = useWatch({ control: form.control, name: ['group', 'email'] })
  const chosen = groups.find(({ id }) => id === group)
  const existing = findShare(shares, { group, email })
  return (
    <>
      {groups.length > 0 && (
        <Select
          label={t`Share with`}
          disabled={disabled}
          help={
            chosen &&
            (existing ? (
              <AlreadyShared share={existing} />
            ) : (
              <Plural value={chosen.members} one="# person is in it now." other="# people are in it now." />
            ))
          }
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
          help={existing ? <AlreadyShared share={existing} /> : t`No account yet? They’ll get an invitation.`}
          error={form.formState.errors.email?.message}
          {...form.register('email', {
            validate: (text, draft) => draft.group !== '' || text.trim() === '' || (fieldComplaint(emailField, text) ?? true),
          })}
        />
      )}
      <LevelField disabled={disabled} {...form.register('permission')} />
      <ExpiryFields form={form as unknown as UseFormReturn<ExpiryDraft>} disabled={disabled} />
    </>
  )
}

/** The share that sharing again would change. An ended one is left out: whoever it was for has no access now. */
function findShare(shares: readonly Share[], { group, email }: Pick<ShareDraft, 'group' | 'email'>): Share | undefined {
  const address = email.trim().toLowerCase()
  return shares.find((share) => !share.is_expired && (group === '' ? share.email?.toLowerCase() === address : share.group?.id === group))
}

function AlreadyShared({ share }: { share: Share }) {
  const who = shareName(share)
  return share.permission === 'admin' ? (
    <Trans>{who} already has Admin access. Sharing again changes it.</Trans>
  ) : (
    <Trans>{who} already has View Only access. Sharing again changes it.</Trans>
  )
}
