import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { shareKeys } from '@twofold/contract/sharing'
import { useForm } from 'react-hook-form'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { groupKeys, groupsQuery } from './groups.ts'
import { emptyShare, shareBody, type ShareDraft, ShareFields } from './ShareFields.tsx'
import { type SharedKeyResult, ShareResults } from './ShareResults.tsx'

interface ShareKeysDialogProps {
  items: readonly { id: string; name: string }[]
  onClose: () => void
  /** Some of them were shared. */
  onShared: () => void
}

/** Shares several keys at once with a person or a group, and says what became of each. */
export function ShareKeysDialog({ items, onClose, onShared }: ShareKeysDialogProps) {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery).data?.own_groups ?? []
  const form = useForm<ShareDraft>({ defaultValues: emptyShare })
  const share = useAct({
    send: (body: CallInput<typeof shareKeys>['body']) => call(shareKeys, { body }),
    failed: t`Failed to share the keys. Please try again.`,
    said: ({ message, type }) => type === 'warning' && { message, type },
    renews: groupKeys,
    onAnswer: ({ type }) => void (type !== 'warning' && onShared()),
  })
  const busy = share.isPending
  const answer = share.data?.type === 'warning' ? undefined : share.data
  useUnsavedChanges(form.formState.isDirty && !answer)

  function submit(draft: ShareDraft) {
    const body = shareBody(draft)
    if (!busy && body) share.mutate({ ...body, key_ids: items.map(({ id }) => id) })
  }

  if (answer) return <ShareResults message={answer.message} results={named(items, answer.results)} onClose={onClose} />
  return (
    <Dialog
      title={<Plural value={items.length} one="Share # key" other="Share # keys" />}
      subtitle={t`Share access with other users`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit)}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Sharing...`}>
          <Trans>Share Keys</Trans>
        </SubmitButtons>
      }
    >
      <p className="text-sm text-text-2 wrap-anywhere">{namesOf(items)}</p>
      <ShareFields form={form} groups={groups} disabled={busy} />
    </Dialog>
  )
}

const namesShown = 12

/** The first of them; beyond that nobody reads. */
function namesOf(items: readonly { name: string }[]): string {
  const names = items.slice(0, namesShown).map(({ name }) => name)
  return items.length > namesShown ? `${names.join(', ')}…` : names.join(', ')
}

function named(items: readonly { id: string; name: string }[], results: readonly Omit<SharedKeyResult, 'name'>[]): SharedKeyResult[] {
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return results.map((result) => ({ ...result, name: names.get(result.id) ?? '' }))
}
