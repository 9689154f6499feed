import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { Plus, SearchX } from '../../../ui/icons.generated.ts'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Countdown, CountdownState } from '../../../codes/Countdown.tsx'
import { browseKeys, type KeyView, tagsIn, tagsOf } from '../../../keys/browse-keys.ts'
import { deleteButtonId, findRow } from '../../../keys/key-buttons.ts'
import { keyOrders } from '../../../keys/key-orders.ts'
import { useLoadIssuerMarks } from '../../../keys/issuer-marks.ts'
import { KeyGridSkeleton } from '../../../keys/KeyGridSkeleton.tsx'
import { selectedKeys, useIsSelecting } from '../../../keys/selection.ts'
import { usePin } from '../../../keys/use-pin.ts'
import { type AnyKey, isShared, sectionsOf } from '../../../keys/vault-sections.ts'
import { vaultWish } from '../../../keys/vault-wish.ts'
import { viewOf, viewSetting, vaultViews } from '../../../keys/vault-views.ts'
import { textIn } from '../../../lib/list-search.ts'
import { createStoredSetting } from '../../../lib/stored-setting.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { shortcutSetting } from '../../../lib/shortcuts.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Card } from '../../../ui/Panel.tsx'
import type { AskedKey } from './KeyDialogs.tsx'
import { SearchStatus } from './SearchStatus.tsx'
import { useCopyKey } from './use-copy-key.ts'
import { VaultBar } from './VaultBar.tsx'
import { type RowsHandle, VaultList } from './VaultList.tsx'
import { type KeyCounts, VaultTools } from './VaultTools.tsx'

const orderSetting = createStoredSetting('key-order', keyOrders, 'added')
const searchShortcut = '/'
const numberKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const [downKeys, upKeys] = [
  ['j', 'J'],
  ['k', 'K'],
]
const route = getRouteApi('/_signed-in/dashboard')

/** Cards are one of three views: whoever has many keys is not sent them. To be called before the keys are there. */
export const loadCards = () => import('./KeyList.tsx').then((module) => ({ default: module.KeyList }))

const KeyList = lazy(loadCards)
/** After the codes are on the screen. */
const VaultKeys = lazy(() => import('./VaultKeys.tsx').then((module) => ({ default: module.VaultKeys })))
const SelectionBar = lazy(() => import('./SelectionBar.tsx').then((module) => ({ default: module.SelectionBar })))
const KeyDialogs = lazy(() => import('./KeyDialogs.tsx').then((module) => ({ default: module.KeyDialogs })))

interface KeyBrowserProps {
  keys: CallResponse<typeof listKeys>
  /** With the name that was searched for, where that was why. */
  onAdd: (name?: string) => void
  onTransfer: (what: 'import' | 'export') => void
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** All keys, and the ways to find one among many. What is looked for stands in the address. */
export function KeyBrowser({ keys, onAdd, onTransfer, onLastDeleted }: KeyBrowserProps) {
  const { t } = useLingui()
  const { search = '', tag: wantedTag = '', group: wantedGroup = '', favourites = false, only: wantedOnly = '', sort } = route.useSearch()
  const navigate = route.useNavigate()
  const usualOrder = useLiveValue(orderSetting)
  const chosenView = useLiveValue(viewSetting)
  const [query, setQuery] = useTypedText(search, (text) => narrow({ search: textIn(text) }))
  const [asked, setAsked] = useState<AskedKey>()
  const isSelecting = useIsSelecting()
  useEffect(() => () => selectedKeys.set(undefined), [])
  const hasShortcuts = useLiveValue(shortcutSetting) === 'enabled'
  const searchField = useRef<HTMLInputElement>(null)
  const rows = useRef<RowsHandle>(null)
  const copy = useCopyKey()
  const pin = usePin()
  const counts = useMemo(() => countsOf(keys), [keys])
  const layout = viewOf(chosenView, counts.all)
  // A tag, a group, the last pinned key, or the last one of a kind may go while it is chosen.
  const tags = tagsIn(wantedTag, counts.tags)
  const only = counts.own > 0 && counts.shared > 0 ? wantedOnly : ''
  const group = counts.groups.has(wantedGroup) ? wantedGroup : ''
  const view: KeyView = { query, tags, group, onlyFavourites: favourites && counts.pinned > 0, only, order: sort ?? usualOrder }
  // Typing goes before drawing.
  const drawn = useDeferredValue(JSON.stringify(view))
  const shown = useMemo(() => shownOf(keys, JSON.parse(drawn) as KeyView), [keys, drawn])
  const searched = query.trim()
  const isSearching = searched !== ''
  useLoadIssuerMarks()
  useShortcut(searchShortcut, t`Search keys`, () => searchField.current?.focus())
  useShortcut(numberKeys, t`Copy the code of that row`, (key) => copyAt(numberKeys.indexOf(key)))
  useShortcut(downKeys, t`Next key`, () => move(1))
  useShortcut(upKeys, t`Previous key`, () => move(-1))
  useShortcut('v', t`Change the view`, () => viewSetting.set(vaultViews[(vaultViews.indexOf(layout) + 1) % vaultViews.length] ?? 'list'))

  const wish = useLiveValue(vaultWish)
  useEffect(() => {
    if (!wish || !('act' in wish)) return
    vaultWish.set(undefined)
    const own = keys.own_keys.find(({ id }) => id === wish.keyId)
    if (own) setAsked({ act: wish.act, own })
  }, [wish, keys])

  function narrow(changes: object) {
    void navigate({ search: (known) => ({ ...known, ...changes }), replace: true, resetScroll: false })
  }

  function change({ order, query, tags, group, onlyFavourites, only }: Partial<KeyView>) {
    if (query !== undefined) setQuery(query)
    if (tags !== undefined) narrow({ tag: textIn(tags.join(',')) })
    if (group !== undefined) narrow({ group: group || undefined })
    if (onlyFavourites !== undefined) narrow({ favourites: onlyFavourites || undefined })
    if (only !== undefined) narrow({ only: only || undefined })
    if (order === undefined) return
    // The menu closes first: its last frame does not wait for a thousand rows in another order.
    requestAnimationFrame(() =>
      setTimeout(() => {
        orderSetting.set(order)
        narrow({ sort: order === keyOrders[0] ? undefined : order })
      }),
    )
  }

  function clear() {
    setQuery('')
    narrow({ search: undefined, tag: undefined, group: undefined, favourites: undefined, only: undefined })
    searchField.current?.focus()
  }

  /** By what is typed, not by what is drawn: Enter may come before the rows. */
  function copyAt(index: number) {
    const now = shownOf(keys, view)
    const ordered = layout === 'cards' ? [...now.keys.own_keys, ...now.keys.shared_keys] : now.sections.flatMap((section) => section.keys)
    const item = ordered[index]
    if (item) void copy(item)
  }

  function move(step: number) {
    if (rows.current) return rows.current.move(step)
    const codes = [...document.querySelectorAll<HTMLElement>('.key-card .code')]
    const at = codes.findIndex((code) => code === document.activeElement)
    codes[Math.min(Math.max(at + step, 0), codes.length - 1)]?.focus()
  }

  /** The button that opened the dialog is gone with its key: the focus goes on to the one beside it. */
  function focusBeside(deleted: { id: string }) {
    const at = shown.keys.own_keys.findIndex((key) => key.id === deleted.id)
    const beside = shown.keys.own_keys[at + 1] ?? shown.keys.own_keys[at - 1]
    setTimeout(() => (beside ? (document.getElementById(deleteButtonId(beside.id)) ?? findRow(beside.id))?.focus() : onLastDeleted()))
  }

  return (
    <>
      <VaultBar
        query={query}
        onQuery={setQuery}
        found={isSearching ? shown.count : undefined}
        total={counts.all}
        searchField={searchField}
        shortcut={hasShortcuts ? searchShortcut : undefined}
        namesCountdown={layout !== 'cards'}
        onTakeFirst={() => copyAt(0)}
        onDown={() => move(layout === 'cards' || document.activeElement !== searchField.current ? 1 : 0)}
        onAdd={() => onAdd()}
      />
      <VaultTools
        view={view}
        onChange={change}
        counts={counts}
        layout={layout}
        onLayout={viewSetting.set}
        onTransfer={onTransfer}
        onSelecting={
          isSelecting || keys.own_keys.length > 1 ? (selecting) => selectedKeys.set(selecting ? new Set() : undefined) : undefined
        }
      />
      {layout === 'cards' ? <Countdown /> : <CountdownState isQuiet />}
      <SearchStatus
        text={isNarrowed(view) ? plural(shown.count, { one: '# key found', other: '# keys found' }) : ''}
        first={isSearching ? shown.sections[0]?.keys[0]?.name : undefined}
      />
      {shown.count === 0 ? (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t`No key matches`}
            action={
              <>
                <Button onPress={clear}>
                  <Trans>Show all keys</Trans>
                </Button>
                {isSearching && (
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
      ) : layout === 'cards' ? (
        <Suspense fallback={<KeyGridSkeleton />}>
          <KeyList keys={shown.keys} onAsked={setAsked} />
        </Suspense>
      ) : (
        <VaultList
          ref={rows}
          sections={shown.sections}
          isCompact={layout === 'compact'}
          isSearching={isSearching}
          onAct={(item, act) => setAsked(askedOf(item, act))}
          onPin={pin}
          onTop={() => searchField.current?.focus()}
        />
      )}
      <Suspense>
        {asked && <KeyDialogs asked={asked} onClose={() => setAsked(undefined)} onDeleted={focusBeside} onLeft={onLastDeleted} />}
      </Suspense>
      <Suspense>
        <VaultKeys own={shown.keys.own_keys} />
      </Suspense>
      <Suspense>{isSelecting && <SelectionBar keys={keys.own_keys} shown={shown.keys.own_keys} />}</Suspense>
    </>
  )
}

const isNarrowed = ({ query, tags, group, onlyFavourites, only }: KeyView) =>
  query.trim() !== '' || tags.length > 0 || group !== '' || onlyFavourites || only !== ''

const askedOf = (item: AnyKey, act: AskedKey['act']): AskedKey => (isShared(item) ? { act, shared: item } : { act, own: item })

/** What `view` leaves: as they are listed for cards, and in sections for rows. A search finds in one list, the best first. */
function shownOf(keys: CallResponse<typeof listKeys>, view: KeyView) {
  const narrowed = { own_keys: browseKeys(keys.own_keys, view), shared_keys: browseKeys(keys.shared_keys, view) }
  const sections =
    view.query.trim() === ''
      ? sectionsOf(narrowed, Date.now())
      : [{ name: 'found' as const, keys: browseKeys<AnyKey>([...keys.own_keys, ...keys.shared_keys], view) }]
  return { keys: narrowed, sections, count: narrowed.own_keys.length + narrowed.shared_keys.length }
}

function countsOf({ own_keys, shared_keys }: CallResponse<typeof listKeys>): KeyCounts {
  const all: AnyKey[] = [...own_keys, ...shared_keys]
  const tags = new Map(tagsOf(all).map((tag) => [tag, 0]))
  for (const key of all) for (const tag of key.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
  const groups = new Map<string, { name: string; count: number }>()
  for (const { id, name } of all.flatMap((key) => key.groups ?? [])) groups.set(id, { name, count: (groups.get(id)?.count ?? 0) + 1 })
  const pinned = all.filter((key) => key.favourite).length
  return { all: all.length, pinned, own: own_keys.length, shared: shared_keys.length, groups, tags }
}
