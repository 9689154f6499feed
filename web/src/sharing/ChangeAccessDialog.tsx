import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import type { RequestedPermission } from '@twofold/contract/keys'
import { changeShare, type Share } from '@twofold/contract/sharing'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { expiryTime } from './expiry.ts'
import { type ExpiryDraft, ExpiryFields } from './ExpiryFields.tsx'
import { LevelField } from './LevelField.tsx'
import { useReloadShares } from './shares.ts'

interface AccessDraft extends ExpiryDraft {
  permission: RequestedPermission
}

interface ChangeAccessDialogProps {
  keyId: string
  share: Pick<Share, 'id' | 'permission' | 'expires_at'>
  /** Whose access it is, or to what. */
  who: string
  onClose: () => void
}

/** Changes the level and the end of what somebody has. */
export function ChangeAccessDialog({ keyId, share, who, onClose }: ChangeAccessDialogProps) {
  const { t, i18n } = useLingui()
  const reload = useReloadShares(keyId)
  const permission = share.permission === 'admin' ? 'admin' : 'view'
  const form = useForm<AccessDraft>({ defaultValues: { permission, ends: 'keep', date: '' } })
  const change = useMutation({
    mutationFn: (body: CallInput<typeof changeShare>['body']) => call(changeShare, { params: { id: keyId, share_id: share.id }, body }),
    meta: { fallback: t`Failed to change access. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await reload()
    },
  })
  const busy = change.isPending
  const day = share.expires_at && i18n.date(new Date(share.expires_at), { dateStyle: 'medium' })

  function submit({ permission: level, ends, date }: AccessDraft) {
    if (busy) return
    const body = {
      ...(level !== permission && { permission: level }),
      ...(ends !== 'keep' && { expires_at: expiryTime(ends, date, Date.now()) }),
    }
    if (Object.keys(body).length === 0) return onClose()
    change.mutate(body)
  }

  return (
    <Dialog
      title={t`Change access`}
      subtitle={who}
      size="sm"
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </SubmitButtons>
      }
    >
      <LevelField disabled={busy} {...form.register('permission')} />
      <ExpiryFields
        form={form as unknown as UseFormReturn<ExpiryDraft>}
        keep={day ? t`As it is: ${day}` : t`As it is: never`}
        disabled={busy}
      />
    </Dialog>
  )
}
