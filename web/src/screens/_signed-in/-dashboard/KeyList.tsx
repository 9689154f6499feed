import { Trans } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, OwnKey, SharedKey } from '@twofold/contract/keys'
import { useId, useState } from 'react'
import { LiveCode } from '../../../codes/LiveCode.tsx'
import { WindowRing } from '../../../codes/WindowRing.tsx'
import { DeleteKeyDialog } from '../../../keys/DeleteKeyDialog.tsx'
import { deleteButtonId, OwnKeyCard, SharedKeyCard } from '../../../keys/KeyCard.tsx'
import { useSetCounter } from '../../../keys/keys.ts'

interface KeyListProps {
  keys: CallResponse<typeof listKeys>
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** Own keys, then those of others, each with its live code. */
export function KeyList({ keys: { own_keys, shared_keys }, onLastDeleted }: KeyListProps) {
  const [ownTitle, sharedTitle] = [useId(), useId()]
  const [deleting, setDeleting] = useState<OwnKey>()
  const setCounter = useSetCounter()
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

  return (
    <>
      {own_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={ownTitle}>
          <h2 id={ownTitle}>
            <Trans>Your keys</Trans>
          </h2>
          <ul className="key-grid">
            {own_keys.map((item) => (
              <li key={item.id} className="min-w-0">
                <OwnKeyCard item={item} {...parts(item)} onDelete={() => setDeleting(item)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {shared_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={sharedTitle}>
          <h2 id={sharedTitle}>
            <Trans>Shared with you</Trans>
          </h2>
          <ul className="key-grid">
            {shared_keys.map((item) => (
              <li key={item.id} className="min-w-0">
                <SharedKeyCard item={item} {...parts(item)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {deleting && <DeleteKeyDialog item={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => focusBeside(deleting)} />}
    </>
  )
}
