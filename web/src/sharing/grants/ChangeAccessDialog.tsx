import { useLingui } from '@lingui/react/macro'
import type { RequestedPermission } from '@twofold/contract/keys'
import { changeShare, type Share } from '@twofold/contract/sharing/grants'
import type { UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { LevelField } from './LevelField.tsx'
import { sharesKeys } from './reload-shares.ts'

interface AccessDraft extends ExpiryDraft {
  permission: RequestedPermission
}

interface ChangeAccessDialogProps {
  keyId: string
  share: Pick<Share, 'id' | 'permission' | 'expires_at'>
  /** The recipient, or the key. */
  who: string
  onClose: () => void
}

/** Changes the level and the end of what somebody has. */
export function ChangeAccessDialog({ keyId, share, who, onClose }: ChangeAccessDialogProps) {
  const { t, i18n } = useLingui()
  const permission = share.permission === 'admin' ? 'admin' : 'view'
  const changesOf = ({ permission: level, ends, date }: AccessDraft) => ({
    ...(level !== permission && { permission: level }),
    ...(ends !== 'keep' && { expires_at: expiryTime(ends, date, Date.now()) }),
  })
  const form = useFormDialog({
    values: { permission, ends: 'keep', date: '' },
    send: (draft: AccessDraft) => call(changeShare, { params: { id: keyId, share_id: share.id }, body: changesOf(draft) }),
    isUnchanged: (draft) => Object.keys(changesOf(draft)).length === 0,
    failed: t`Failed to change access. Please try again.`,
    renews: sharesKeys(keyId),
    onClose,
  })
  const busy = form.isPending
  const day = share.expires_at && i18n.date(new Date(share.expires_at), { dateStyle: 'medium' })
  return (
    <FormDialog form={form} title={t`Change access`} subtitle={who} size="sm" submitLabel={t`Save`} pendingLabel={t`Saving...`}>
      <LevelField disabled={busy} {...form.register('permission')} />
      <ExpiryFields
        form={form as unknown as UseFormReturn<ExpiryDraft>}
        keep={day ? t`As it is: ${day}` : t`As it is: never`}
        disabled={busy}
      />
    </FormDialog>
  )
}
