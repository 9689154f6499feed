import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { shareKeys } from '@twofold/contract/sharing/grants'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { groupKeys, groupsQuery } from '../memberships/groups.ts'
import { emptyShare, shareBody, type ShareDraft, ShareFields } from './ShareFields.tsx'
import type { CallResponse } from '@twofold/contract/endpoint'
import { Alert } from '../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

type Result = CallResponse<typeof shareKeys>['results'][number]
type SharedKeyResult = Pick<Result, 'id' | 'outcome'> & { name: string }

interface ShareResultsProps {
  message: string
  results: readonly SharedKeyResult[]
}

function ShareResults({ message, results }: ShareResultsProps) {
  const { t } = useLingui()
  const isWhole = results.every(({ outcome }) => outcome !== 'not_found')
  return (
    <>
      <Alert type={isWhole ? 'success' : 'warning'} title={message} announce />
      <ul className="divide-y divide-border" aria-label={t`Result for each key`}>
        {results.map(({ id, name, outcome }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Outcome outcome={outcome} />
          </li>
        ))}
      </ul>
    </>
  )
}

const tones: Record<Result['outcome'], BadgeTone> = { shared: 'success', changed: 'info', unchanged: 'neutral', not_found: 'danger' }

function Outcome({ outcome }: Pick<Result, 'outcome'>) {
  const { t } = useLingui()
  const texts = { shared: t`Shared`, changed: t`Access changed`, unchanged: t`As it was`, not_found: t`No longer there` }
  return <Badge tone={tones[outcome]}>{texts[outcome]}</Badge>
}

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
  const form = useFormDialog({
    values: emptyShare,
    send: (draft: ShareDraft) => call(shareKeys, { body: { ...shareBody(draft), key_ids: items.map(({ id }) => id) } }),
    failed: t`Failed to share the keys. Please try again.`,
    renews: groupKeys,
    // The result per key replaces the fields; after a warning nothing was shared, and the fields stay.
    stays: () => true,
    onStay: ({ type, message }) => (type === 'warning' ? void toast.warning(message) : onShared()),
    onClose,
  })
  const answer = form.answer?.type === 'warning' ? undefined : form.answer
  return (
    <FormDialog
      form={form}
      title={answer ? t`Keys shared` : <Plural value={items.length} one="Share # key" other="Share # keys" />}
      subtitle={answer ? undefined : t`Share access with other users`}
      submitLabel={<Trans>Share Keys</Trans>}
      pendingLabel={t`Sharing...`}
      done={answer && <ShareResults message={answer.message} results={named(items, answer.results)} />}
    >
      <p className="text-sm text-text-2 wrap-anywhere">{namesOf(items)}</p>
      <ShareFields form={form} groups={groups} disabled={form.isPending} />
    </FormDialog>
  )
}

const namesShown = 12

/** The first few names; nobody reads more. */
function namesOf(items: readonly { name: string }[]): string {
  const names = items.slice(0, namesShown).map(({ name }) => name)
  return items.length > namesShown ? `${names.join(', ')}…` : names.join(', ')
}

function named(items: readonly { id: string; name: string }[], results: readonly Omit<SharedKeyResult, 'name'>[]): SharedKeyResult[] {
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return results.map((result) => ({ ...result, name: names.get(result.id) ?? '' }))
}
