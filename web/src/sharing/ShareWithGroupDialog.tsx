import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import type { Group, GroupKey } from '@twofold/contract/groups'
import type { OwnKey, RequestedPermission } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { shareKeys } from '@twofold/contract/sharing'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { type Asked, Loaded } from '../kits/Loaded.tsx'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { useReloadGroups } from './groups.ts'
import { KeyChoice } from './KeyChoice.tsx'
import { LevelField } from './LevelField.tsx'

interface GroupShareDraft extends ExpiryDraft {
  permission: RequestedPermission
}

/** All own keys, as far as they are loaded. */
export type OwnKeys = Asked<readonly Pick<OwnKey, 'id' | 'name' | 'issuer' | 'account'>[]>

interface ShareWithGroupDialogProps {
  group: Group
  own: OwnKeys
  /** What the group has already. */
  keys: readonly GroupKey[]
  onClose: () => void
}

/** Gives a group more keys, all with the same level and end. */
export function ShareWithGroupDialog({ group, own, keys, onClose }: ShareWithGroupDialogProps) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useForm<GroupShareDraft>({ defaultValues: { permission: 'view', ends: 'never', date: '' } })
  const share = useMutation({
    mutationFn: (body: CallInput<typeof shareKeys>['body']) => call(shareKeys, { body }),
    meta: { fallback: t`Failed to share the keys. Please try again.` },
    onSuccess: async ({ message, type }) => {
      toast[type](message)
      onClose()
      await reload()
    },
  })
  const busy = share.isPending
  const has = new Set(keys.map(({ id }) => id))
  const { keysPerShare } = limits
  useUnsavedChanges((chosen.size > 0 || form.formState.isDirty) && !share.isSuccess)
  const reason =
    chosen.size === 0
      ? t`Choose the keys to share.`
      : chosen.size > keysPerShare
        ? t`At most ${keysPerShare} keys can be shared at once.`
        : undefined

  function submit({ permission, ends, date }: GroupShareDraft) {
    if (busy || reason !== undefined || ends === 'keep') return
    share.mutate({ key_ids: [...chosen], group_id: group.id, permission, expires_at: expiryTime(ends, date, Date.now()) })
  }

  return (
    <Dialog
      title={t`Share keys with ${group.name}`}
      subtitle={<Plural value={group.members} one="# person sees them at once" other="# people see them at once" />}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Sharing...`} disabledReason={reason}>
          <Trans>Share Keys</Trans>
        </SubmitButtons>
      }
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
    </Dialog>
  )
}
