import { getRouteApi } from '@tanstack/react-router'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { useDeferredValue, useMemo } from 'react'
import { browseKeys, type KeyView, tagsIn, tagsOf } from '../../../keys/browse-keys.ts'
import { keyOrders } from '../../../keys/key-orders.ts'
import { type AnyKey, sectionsOf } from '../../../keys/vault-sections.ts'
import type { VaultView } from '../../../keys/vault-views.ts'
import { textIn } from '../../../lib/list-search.ts'
import { createStoredSetting } from '../../../lib/stored-setting.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import type { KeyCounts } from './VaultTools.tsx'

const orderSetting = createStoredSetting('key-order', keyOrders, 'added')
const route = getRouteApi('/_signed-in/dashboard')

/** Visible keys and their order. The search is part of the address. */
export function useVaultView(keys: CallResponse<typeof listKeys>) {
  const { search = '', tag: wantedTag = '', group: wantedGroup = '', favourites = false, only: wantedOnly = '', sort } = route.useSearch()
  const navigate = route.useNavigate()
  const usualOrder = useLiveValue(orderSetting)
  const [query, setQuery] = useTypedText(search, (text) => narrow({ search: textIn(text) }))
  const counts = useMemo(() => countsOf(keys), [keys])
  // A tag, a group, the last pinned key, or the last one of a kind may go while it is chosen.
  const tags = tagsIn(wantedTag, counts.tags)
  const only = counts.own > 0 && counts.shared > 0 ? wantedOnly : ''
  const group = counts.groups.has(wantedGroup) ? wantedGroup : ''
  const view: KeyView = { query, tags, group, onlyFavourites: favourites && counts.pinned > 0, only, order: sort ?? usualOrder }
  // Typing goes before drawing.
  const drawn = useDeferredValue(JSON.stringify(view))
  const shown = useMemo(() => shownOf(keys, JSON.parse(drawn) as KeyView), [keys, drawn])

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
  }

  /** By the typed text rather than the drawn rows: Enter may come before these. */
  function keyAt(index: number, layout: VaultView): AnyKey | undefined {
    const now = shownOf(keys, view)
    const ordered = layout === 'cards' ? [...now.keys.own_keys, ...now.keys.shared_keys] : now.sections.flatMap((section) => section.keys)
    return ordered[index]
  }

  return { view, change, clear, setQuery, shown, keyAt, counts }
}

/** The keys that `view` selects: in the server's order for cards, and in sections for rows. A search gives one list, best first. */
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
