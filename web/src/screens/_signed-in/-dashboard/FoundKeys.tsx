import { plural } from '@lingui/core/macro'
import { type Ref, Suspense } from 'react'
import { Countdown, CountdownState } from '../../../codes/Countdown.tsx'
import type { KeyView } from '../../../keys/browse-keys.ts'
import { KeyGridSkeleton } from '../../../keys/KeyGridSkeleton.tsx'
import { usePin } from '../../../keys/use-pin.ts'
import { type AnyKey, isShared } from '../../../keys/vault-sections.ts'
import type { VaultView } from '../../../keys/vault-views.ts'
import { latePart } from '../../../lib/late-part.ts'
import type { AskedKey } from './KeyDialogs.tsx'
import type { useVaultView } from './use-vault-view.ts'
import { type RowsHandle, VaultList } from './VaultList.tsx'

/** Cards are one of three views, so people with many keys do not load them. Call it before the keys arrive. */
export const loadCards = () => import('./KeyCards.tsx').then((module) => module.KeyCards)

const KeyCards = latePart(loadCards)
const SearchStatus = latePart(() => import('./SearchStatus.tsx').then((module) => module.SearchStatus))
const NoMatch = latePart(() => import('./NoMatch.tsx').then((module) => module.NoMatch))

interface FoundKeysProps {
  shown: ReturnType<typeof useVaultView>['shown']
  view: KeyView
  layout: VaultView
  rows: Ref<RowsHandle>
  onAsked: (asked: AskedKey) => void
  onAdd: (name: string) => void
  onClear: () => void
  /** Up from the first row. */
  onTop: () => void
}

/** The keys that the view leaves, as rows or as cards. */
export function FoundKeys({ shown, view, layout, rows, onAsked, onAdd, onClear, onTop }: FoundKeysProps) {
  const pin = usePin()
  const searched = view.query.trim()
  const isSearching = searched !== ''
  return (
    <>
      {layout === 'cards' ? <Countdown /> : <CountdownState isQuiet />}
      <Suspense>
        <SearchStatus
          text={isNarrowed(view) ? plural(shown.count, { one: '# key found', other: '# keys found' }) : ''}
          first={isSearching ? shown.sections[0]?.keys[0]?.name : undefined}
        />
      </Suspense>
      {shown.count === 0 ? (
        <Suspense>
          <NoMatch searched={searched} onClear={onClear} onAdd={onAdd} />
        </Suspense>
      ) : layout === 'cards' ? (
        <Suspense fallback={<KeyGridSkeleton />}>
          <KeyCards keys={shown.keys} onAsked={onAsked} />
        </Suspense>
      ) : (
        <VaultList
          ref={rows}
          sections={shown.sections}
          isCompact={layout === 'compact'}
          isSearching={isSearching}
          onAct={(item, act) => onAsked(askedOf(item, act))}
          onPin={pin}
          onTop={onTop}
        />
      )}
    </>
  )
}

const isNarrowed = ({ query, tags, group, onlyFavourites, only }: KeyView) =>
  query.trim() !== '' || tags.length > 0 || group !== '' || onlyFavourites || only !== ''

const askedOf = (item: AnyKey, act: AskedKey['act']): AskedKey => (isShared(item) ? { act, shared: item } : { act, own: item })
