import { Plural, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { Group, GroupKey } from '@twofold/contract/sharing/memberships'
import type { OwnKey, RequestedPermission } from '@twofold/contract/keys'
import { shareKeys } from '@twofold/contract/sharing/grants'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { type Asked, Loaded } from '../../kits/Loaded.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toast } from '../../ui/toast.ts'
import { type ExpiryChoice, expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { groupKeys } from '../memberships/groups.ts'
import { KeyChoice } from './KeyChoice.tsx'
import { LevelField } from './LevelField.tsx'
import { whyNotShared } from './why-not-shared.ts'

interface GroupShareDraft extends ExpiryDraft {
  permission: RequestedPermission
  ends: ExpiryChoice
}

/** All own keys, as far as they are loaded. */
export type OwnKeys = Asked<readonly Pick<OwnKey, 'id' | 'name' | 'issuer' | 'account'>[]>

interface AddKeysToGroupDialogProps {
  group: Group
  own: OwnKeys
  /** Keys that the group has already. */
  keys: readonly GroupKey[]
  onClose: () => void
}

/** Gives a group more keys, all with the same level and end. */
export function AddKeysToGroupDialog({ group, own, keys, onClose }: AddKeysToGroupDialogProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useFormDialog<GroupShareDraft, CallResponse<typeof shareKeys>>({
    values: { permission: 'view', ends: 'never', date: '' },
    send: ({ permission, ends, date }) =>
      call(shareKeys, {
        body: { key_ids: [...chosen], group_id: group.id, permission, expires_at: expiryTime(ends, date, Date.now()) },
      }),
    failed: t`Failed to share the keys. Please try again.`,
    said: false,
    renews: groupKeys,
    onClose,
    onDone: ({ message, type }) => toast[type](message),
  })
  const busy = form.isPending
  const has = new Set(keys.map(({ id }) => id))
  useUnsavedChanges(chosen.size > 0)
  const reason = whyNotShared(chosen.size)

  return (
    <FormDialog
      form={form}
      title={t`Share keys with ${group.name}`}
      subtitle={<Plural value={group.members} one="# person sees them at once" other="# people see them at once" />}
      submitLabel={t`Share Keys`}
      pendingLabel={t`Sharing...`}
      disabledReason={reason}
    >
      <Loaded of={own} failed={t`Your keys could not be loaded`}>
        {(all) => (
          <KeyChoice
            keys={all.filter(({ id }) => !has.has(id))}
            hasOwn={all.length > 0}
            chosen={chosen}
            onChange={setChosen}
            disabled={busy}
          />
        )}
      </Loaded>
      <LevelField disabled={busy} {...form.register('permission')} />
      <ExpiryFields form={form as unknown as UseFormReturn<ExpiryDraft>} disabled={busy} />
    </FormDialog>
  )
}
