import { Trans } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, OwnKey, SharedKey } from '@twofold/contract/keys'
import { memo, type ReactNode, Suspense, useId } from 'react'
import { LiveCode } from '../../../codes/LiveCode.tsx'
import { WindowRing } from '../../../codes/WindowRing.tsx'
import { OwnKeyCard } from '../../../keys/OwnKeyCard.tsx'
import { SharedKeyCard } from '../../../keys/SharedKeyCard.tsx'
import { KeyGridSkeleton } from '../../../keys/KeyGridSkeleton.tsx'
import { useSetCounter } from '../../../keys/keys.ts'
import type { AskedKey } from './KeyDialogs.tsx'
import { latePart } from '../../../lib/late-part.ts'

interface KeyCardsProps {
  keys: CallResponse<typeof listKeys>
  onAsked: (asked: AskedKey) => void
}

/** Own keys, then those of others, each with its live code. Redrawn only for other keys, not for every letter that is typed above it. */
export const KeyCards = memo(function KeyCards({ keys: { own_keys, shared_keys }, onAsked }: KeyCardsProps) {
  const [ownTitle, sharedTitle] = [useId(), useId()]
  return (
    <>
      {own_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={ownTitle}>
          <h2 id={ownTitle}>
            <Trans>Your keys</Trans>
          </h2>
          <KeyGrid keys={own_keys} labelledBy={ownTitle}>
            {(item) => <OwnCard item={item} onAsked={onAsked} />}
          </KeyGrid>
        </section>
      )}
      {shared_keys.length > 0 && (
        <section className="grid gap-4" aria-labelledby={sharedTitle}>
          <h2 id={sharedTitle}>
            <Trans>Shared with you</Trans>
          </h2>
          <KeyGrid keys={shared_keys} labelledBy={sharedTitle}>
            {(item) => <SharedCard item={item} onAsked={onAsked} />}
          </KeyGrid>
        </section>
      )}
    </>
  )
})

interface CardProps<Key> {
  item: Key
  onAsked: (asked: AskedKey) => void
}

// Redrawn only for another key, not when the page scrolls or the content above grows.
const OwnCard = memo(function OwnCard({ item, onAsked }: CardProps<OwnKey>) {
  return <OwnKeyCard item={item} {...useLiveParts(item)} onAct={(act) => onAsked({ act, own: item })} />
})

const SharedCard = memo(function SharedCard({ item, onAsked }: CardProps<SharedKey>) {
  return <SharedKeyCard item={item} {...useLiveParts(item)} onAct={(act) => onAsked({ act, shared: item })} />
})

function useLiveParts({ id, name, type, period, exclusive }: OwnKey | SharedKey) {
  const setCounter = useSetCounter()
  return {
    ring: <WindowRing period={period} />,
    code: exclusive ? (
      <Suspense>
        <TakeCode id={id} name={name} isGrouped={type !== 'steam'} />
      </Suspense>
    ) : (
      <LiveCode id={id} name={name} isCounterBased={type === 'hotp'} period={period} onCounted={(counter) => setCounter(id, counter)} />
    ),
  }
}

// Needed only for keys whose codes are taken.
const TakeCode = latePart(() => import('../../../codes/TakeCode.tsx').then((module) => module.TakeCode))

/** Keys from which on only those near the screen are drawn. */
const manyKeys = 100

// Needed only for many keys.
const WindowedGrid = latePart(() => import('../../../ui/WindowedGrid.tsx').then((module) => module.WindowedGrid))

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
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4" aria-labelledby={labelledBy}>
      {keys.map((item) => (
        <li key={item.id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
