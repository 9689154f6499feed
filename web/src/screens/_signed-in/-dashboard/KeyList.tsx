import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, OwnKey, SharedKey } from '@twofold/contract/keys'
import { lazy, memo, type ReactNode, Suspense, useId, useState } from 'react'
import { LiveCode } from '../../../codes/LiveCode.tsx'
import { WindowRing } from '../../../codes/WindowRing.tsx'
import { DeleteKeyDialog } from '../../../keys/DeleteKeyDialog.tsx'
import { deleteButtonId, OwnKeyCard, SharedKeyCard, shareButtonId } from '../../../keys/KeyCard.tsx'
import { KeyGridSkeleton } from '../../../keys/KeyGridSkeleton.tsx'
import { keysQuery, useSetCounter } from '../../../keys/keys.ts'
import type { SharingView } from '../../../sharing/KeySharing.tsx'

interface KeyListProps {
  keys: CallResponse<typeof listKeys>
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** Own keys, then those of others, each with its live code. Drawn anew only for other keys, not for every letter that is typed above it. */
export const KeyList = memo(function KeyList({ keys: { own_keys, shared_keys }, onLastDeleted }: KeyListProps) {
  const [ownTitle, sharedTitle] = [useId(), useId()]
  const [deleting, setDeleting] = useState<OwnKey>()
  const [editing, setEditing] = useState<OwnKey | SharedKey>()
  const [sharing, setSharing] = useState<{ item: OwnKey; view: SharingView }>()
  const [leaving, setLeaving] = useState<SharedKey>()
  const setCounter = useSetCounter()
  const client = useQueryClient()
  const parts = (item: OwnKey | SharedKey) => ({
    ring: <WindowRing period={item.period} />,
    code: (
      <LiveCode id={item.id} name={item.name} isCounterBased={item.type === 'hotp'} onCounted={(counter) => setCounter(item.id, counter)} />
    ),
  })

  /** The button that opened the dialog is gone with its card: the focus goes on to the one beside it. */
  function focusBeside(deleted: OwnKey) {
    const at = own_keys.findIndex((key) => key.id === deleted.id)
    const beside = own_keys[at + 1] ?? own_keys[at - 1]
    setTimeout(() => (beside ? document.getElementById(deleteButtonId(beside.id))?.focus() : onLastDeleted()))
  }

  /** The dialogs lead to one another, and each has the focus from one that is gone. */
  function endSharing(item: OwnKey) {
    setSharing(undefined)
    setTimeout(() => document.getElementById(shareButtonId(item.id))?.focus())
  }

  return (
    <>
      {own_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={ownTitle}>
          <h2 id={ownTitle}>
            <Trans>Your keys</Trans>
          </h2>
          <KeyGrid keys={own_keys} labelledBy={ownTitle}>
            {(item) => (
              <OwnKeyCard
                item={item}
                {...parts(item)}
                onShare={() => setSharing({ item, view: 'share' })}
                onPeople={() => setSharing({ item, view: 'people' })}
                onDelete={() => setDeleting(item)}
                onEdit={() => setEditing(item)}
              />
            )}
          </KeyGrid>
        </section>
      )}
      {shared_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={sharedTitle}>
          <h2 id={sharedTitle}>
            <Trans>Shared with you</Trans>
          </h2>
          <KeyGrid keys={shared_keys} labelledBy={sharedTitle}>
            {(item) => <SharedKeyCard item={item} {...parts(item)} onEdit={() => setEditing(item)} onLeave={() => setLeaving(item)} />}
          </KeyGrid>
        </section>
      )}
      {editing && (
        <Suspense>
          <EditKeyDialog id={editing.id} name={editing.name} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      <Suspense>
        {sharing && (
          <KeySharing {...sharing} onClose={() => endSharing(sharing.item)} onHandedOver={() => void client.invalidateQueries(keysQuery)} />
        )}
        {leaving && <LeaveKeyDialog item={leaving} onClose={() => setLeaving(undefined)} onLeft={onLastDeleted} />}
      </Suspense>
      {deleting && <DeleteKeyDialog item={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => focusBeside(deleting)} />}
    </>
  )
})

/** Keys from which on only those near the screen are drawn. */
const manyKeys = 100

// Only who has many keys needs it.
const WindowedGrid = lazy(() => import('../../../ui/WindowedGrid.tsx').then((module) => ({ default: module.WindowedGrid })))

const EditKeyDialog = lazy(() => import('../../../keys/EditKeyDialog.tsx').then((module) => ({ default: module.EditKeyDialog })))

const KeySharing = lazy(() => import('../../../sharing/KeySharing.tsx').then((module) => ({ default: module.KeySharing })))

const LeaveKeyDialog = lazy(() => import('../../../sharing/LeaveKeyDialog.tsx').then((module) => ({ default: module.LeaveKeyDialog })))

interface KeyGridProps<Key> {
  keys: readonly Key[]
  labelledBy: string
  children: (key: Key) => ReactNode
}

function KeyGrid<Key extends OwnKey | SharedKey>({ keys, labelledBy, children }: KeyGridProps<Key>) {
  if (keys.length > manyKeys) {
    return (
      <Suspense fallback={<KeyGridSkeleton />}>
        <WindowedGrid ids={keys.map(({ id }) => id)} labelledBy={labelledBy} itemWidth={320} itemHeight={222}>
          {(index) => {
            const item = keys[index]
            return item && children(item)
          }}
        </WindowedGrid>
      </Suspense>
    )
  }
  return (
    <ul className="key-grid" aria-labelledby={labelledBy}>
      {keys.map((item) => (
        <li key={item.id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
