import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { SearchX } from 'lucide-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useCodesFeed } from '../../../codes/use-codes.tsx'
import { useCopyCode } from '../../../codes/use-copy-code.ts'
import { browseKeys, type KeyView, tagsOf } from '../../../keys/browse-keys.ts'
import { keyOrders } from '../../../keys/key-orders.ts'
import { useLoadIssuerMarks } from '../../../keys/issuer-marks.ts'
import { KeyToolbar } from '../../../keys/KeyToolbar.tsx'
import { selectedKeys, useIsSelecting } from '../../../keys/selection.ts'
import { textIn } from '../../../lib/list-search.ts'
import { createStoredSetting } from '../../../lib/stored-setting.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { shortcutSetting } from '../../../shell/shortcuts.ts'
import { useShortcut } from '../../../shell/use-shortcut.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Card } from '../../../ui/Panel.tsx'
import { KeyList } from './KeyList.tsx'

const orderSetting = createStoredSetting('key-order', keyOrders, 'added')
const searchShortcut = '/'
const route = getRouteApi('/_signed-in/dashboard')

const SelectionBar = lazy(() => import('./SelectionBar.tsx').then((module) => ({ default: module.SelectionBar })))

interface KeyBrowserProps {
  keys: CallResponse<typeof listKeys>
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** All keys, and the way to find one among many. What is looked for stands in the address. */
export function KeyBrowser({ keys, onLastDeleted }: KeyBrowserProps) {
  const { t } = useLingui()
  const { search = '', tag: wantedTag = '', favourites = false, sort } = route.useSearch()
  const navigate = route.useNavigate()
  const usualOrder = useLiveValue(orderSetting)
  const [query, setQuery] = useTypedText(search, (text) => narrow({ search: textIn(text) }))
  const isSelecting = useIsSelecting()
  useEffect(() => () => selectedKeys.set(undefined), [])
  const hasShortcuts = useLiveValue(shortcutSetting) === 'enabled'
  const searchField = useRef<HTMLInputElement>(null)
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  const all = useMemo(() => [...keys.own_keys, ...keys.shared_keys], [keys])
  const tags = useMemo(() => tagsOf(all), [all])
  // A tag or the last favourite may go while it is chosen.
  const tag = tags.includes(wantedTag) ? wantedTag : ''
  const hasFavourites = all.some(({ favourite }) => favourite)
  const view = { query, tag, onlyFavourites: favourites && hasFavourites, order: sort ?? usualOrder }
  // Typing goes before drawing cards.
  const shown = useFound(keys, useDeferredValue(JSON.stringify(view)))
  useLoadIssuerMarks()
  useShortcut(searchShortcut, t`Search keys`, () => searchField.current?.focus())

  function narrow(changes: object) {
    void navigate({ search: (known) => ({ ...known, ...changes }), replace: true, resetScroll: false })
  }

  function change({ order, query, tag, onlyFavourites }: Partial<KeyView>) {
    if (query !== undefined) setQuery(query)
    if (tag !== undefined) narrow({ tag: textIn(tag) })
    if (onlyFavourites !== undefined) narrow({ favourites: onlyFavourites || undefined })
    if (order === undefined) return
    orderSetting.set(order)
    narrow({ sort: order === keyOrders[0] ? undefined : order })
  }

  function clear() {
    setQuery('')
    narrow({ search: undefined, tag: undefined, favourites: undefined })
    searchField.current?.focus()
  }

  /** By what is typed, not by what is drawn: Enter may come before the cards. */
  function takeFirst() {
    const first = browseKeys(keys.own_keys, view)[0] ?? browseKeys(keys.shared_keys, view)[0]
    if (first) void copyCode(first, feed.codeNow(first.id).code)
  }

  const found = shown.own_keys.length + shown.shared_keys.length
  return (
    <>
      <KeyToolbar
        view={view}
        onChange={change}
        tags={tags}
        hasFavourites={hasFavourites}
        found={found}
        searchField={searchField}
        shortcut={hasShortcuts ? searchShortcut : undefined}
        onTakeFirst={takeFirst}
        onSelecting={
          isSelecting || keys.own_keys.length > 1 ? (selecting) => selectedKeys.set(selecting ? new Set() : undefined) : undefined
        }
      />
      {found === 0 ? (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t`No key matches`}
            action={
              <Button onPress={clear}>
                <Trans>Show all keys</Trans>
              </Button>
            }
          >
            <Trans>Try another word, or fewer filters.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <KeyList keys={shown} onLastDeleted={onLastDeleted} />
      )}
      <Suspense>{isSelecting && <SelectionBar keys={keys.own_keys} shown={shown.own_keys} />}</Suspense>
    </>
  )
}

function useFound(keys: CallResponse<typeof listKeys>, view: string) {
  return useMemo(() => {
    const wanted = JSON.parse(view) as KeyView
    return { own_keys: browseKeys(keys.own_keys, wanted), shared_keys: browseKeys(keys.shared_keys, wanted) }
  }, [keys, view])
}
