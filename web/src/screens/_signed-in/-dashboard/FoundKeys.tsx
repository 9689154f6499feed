import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Ref, lazy, Suspense } from 'react'
import { Countdown, CountdownState } from '../../../codes/Countdown.tsx'
import type { KeyView } from '../../../keys/browse-keys.ts'
import { KeyGridSkeleton } from '../../../keys/KeyGridSkeleton.tsx'
import { usePin } from '../../../keys/use-pin.ts'
import { type AnyKey, isShared } from '../../../keys/vault-sections.ts'
import type { VaultView } from '../../../keys/vault-views.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Plus } from '../../../ui/icons/Plus.ts'
import { SearchX } from '../../../ui/icons/SearchX.ts'
import { Card } from '../../../ui/Panel.tsx'
import type { AskedKey } from './KeyDialogs.tsx'
import { SearchStatus } from './SearchStatus.tsx'
import type { useVaultView } from './use-vault-view.ts'
import { type RowsHandle, VaultList } from './VaultList.tsx'

/** Cards are one of three views, so people with many keys do not load them. Call it before the keys arrive. */
export const loadCards = () => import('./KeyCards.tsx').then((module) => ({ default: module.KeyCards }))

const KeyCards = lazy(loadCards)

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
      <SearchStatus
        text={isNarrowed(view) ? plural(shown.count, { one: '# key found', other: '# keys found' }) : ''}
        first={isSearching ? shown.sections[0]?.keys[0]?.name : undefined}
      />
      {shown.count === 0 ? (
        <NoMatch searched={searched} onClear={onClear} onAdd={onAdd} />
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

function NoMatch({ searched, onClear, onAdd }: { searched: string; onClear: () => void; onAdd: (name: string) => void }) {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={t`No key matches`}
        action={
          <>
            <Button onPress={onClear}>
              <Trans>Show all keys</Trans>
            </Button>
            {searched !== '' && (
              <Button icon={Plus} onPress={() => onAdd(searched)}>
                <Trans>Add “{searched}”</Trans>
              </Button>
            )}
          </>
        }
      >
        <Trans>Try another word, or fewer filters.</Trans>
      </EmptyState>
    </Card>
  )
}
