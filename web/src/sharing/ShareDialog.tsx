import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import type { KeyKind } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing'
import { useForm } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tile } from '../ui/Face.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { toast } from '../ui/toast.ts'
import { groupsQuery } from './groups.ts'
import { emptyShare, shareBody, type ShareDraft, ShareFields } from './ShareFields.tsx'
import { sharesQuery } from './shares.ts'

interface ShareDialogProps {
  item: { id: string; name: string; type: KeyKind }
  onClose: () => void
  /** Shows who has the key already. */
  onPeople: () => void
}

export function ShareDialog({ item, onClose, onPeople }: ShareDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const groups = useQuery(groupsQuery).data?.own_groups ?? []
  // Only a hint while typing: sharing works without it.
  const shares = useQuery(sharesQuery(item.id)).data?.data
  const form = useForm<ShareDraft>({ defaultValues: emptyShare })
  const { isDirty } = form.formState
  const share = useMutation({
    mutationFn: (body: CallInput<typeof shareKey>['body']) => call(shareKey, { params: { id: item.id }, body }),
    meta: { fallback: t`Failed to share key. Please try again.` },
    onSuccess: ({ message, type }) => {
      toast[type](message)
      // Nothing was done: what is typed may need a correction.
      if (type !== 'warning') onClose()
      return type === 'success' ? client.invalidateQueries({ queryKey: ['keys'] }) : undefined
    },
  })
  const busy = share.isPending
  useUnsavedChanges(isDirty && !share.isSuccess)

  function submit(draft: ShareDraft) {
    const body = shareBody(draft)
    if (!busy && body) share.mutate(body)
  }

  return (
    <Dialog
      title={t`Share 2FA Key`}
      subtitle={t`Share access with other users`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={busy} pendingLabel={t`Sharing...`}>
            <Trans>Share Key</Trans>
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <Tile name={item.name} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{item.name}</p>
          <p className="text-sm text-text-2">
            <KeyType type={item.type} />
          </p>
        </div>
      </div>
      <ShareFields form={form} groups={groups} {...(shares && { shares })} disabled={busy} />
      <p>
        <TextButton onPress={onPeople}>{t`People with access`}</TextButton>
      </p>
    </Dialog>
  )
}

function KeyType({ type }: { type: KeyKind }) {
  if (type === 'hotp') return <Trans>Counter-based</Trans>
  return type === 'steam' ? <Trans>Steam Guard</Trans> : <Trans>Time-based</Trans>
}
