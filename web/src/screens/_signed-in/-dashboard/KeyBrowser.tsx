import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { deleteButtonId, findRow } from '../../../keys/key-buttons.ts'
import { useLoadIssuerMarks } from '../../../keys/use-issuer-mark.ts'
import { selectedKeys, useIsSelecting } from '../../../keys/selection.ts'
import { vaultWish } from '../../../keys/vault-wish.ts'
import { viewOf, viewSetting, type VaultView, vaultViews } from '../../../keys/vault-views.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { shortcutSetting } from '../../../lib/shortcuts.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { FoundKeys } from './FoundKeys.tsx'
import type { AskedKey } from './KeyDialogs.tsx'
import { useCopyKey } from './use-copy-key.ts'
import { VaultBar } from './VaultBar.tsx'
import type { RowsHandle } from './VaultList.tsx'
import { useVaultView } from './use-vault-view.ts'
import { VaultTools } from './VaultTools.tsx'
import { latePart } from '../../../lib/late-part.ts'

const searchShortcut = '/'
const numberKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const [downKeys, upKeys] = [
  ['j', 'J'],
  ['k', 'K'],
]

/** Loaded after the codes are on the screen. */
const VaultShortcuts = latePart(() => import('./VaultShortcuts.tsx').then((module) => module.VaultShortcuts))
const SelectionBar = latePart(() => import('./SelectionBar.tsx').then((module) => module.SelectionBar))
const KeyDialogs = latePart(() => import('./KeyDialogs.tsx').then((module) => module.KeyDialogs))

interface KeyBrowserProps {
  keys: CallResponse<typeof listKeys>
  /** With the searched name, if the search led here. */
  onAdd: (name?: string) => void
  onTransfer: (what: 'import' | 'export') => void
  /** The last own key was deleted; the focus needs a place. */
  onLastDeleted: () => void
}

/** All keys, with search and filters. The search is part of the address. */
export function KeyBrowser({ keys, onAdd, onTransfer, onLastDeleted }: KeyBrowserProps) {
  const { view, change, clear, setQuery, shown, keyAt, counts } = useVaultView(keys)
  const [asked, setAsked] = useState<AskedKey>()
  useWishedAct(keys, setAsked)
  const isSelecting = useIsSelecting()
  useEffect(() => () => selectedKeys.set(undefined), [])
  const hasShortcuts = useLiveValue(shortcutSetting) === 'enabled'
  const searchField = useRef<HTMLInputElement>(null)
  const rows = useRef<RowsHandle>(null)
  const copy = useCopyKey()
  const layout = viewOf(useLiveValue(viewSetting), counts.all)
  useLoadIssuerMarks()
  const move = (step: number) => (rows.current ? rows.current.move(step) : moveAmongCards(step))
  const focusSearch = () => searchField.current?.focus()
  useVaultShortcuts({ layout, onSearch: focusSearch, onCopy: copyAt, onMove: move })

  function copyAt(index: number) {
    const item = keyAt(index, layout)
    if (item) void copy(item)
  }

  return (
    <>
      <VaultBar
        query={view.query}
        onQuery={setQuery}
        found={view.query.trim() === '' ? undefined : shown.count}
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
      <FoundKeys
        shown={shown}
        view={view}
        layout={layout}
        rows={rows}
        onAsked={setAsked}
        onAdd={onAdd}
        onClear={() => {
          clear()
          focusSearch()
        }}
        onTop={focusSearch}
      />
      <Suspense>
        {asked && (
          <KeyDialogs
            asked={asked}
            onClose={() => setAsked(undefined)}
            onDeleted={(deleted, isAwaited) => focusBeside(shown.keys.own_keys, deleted, { isAwaited, onNone: onLastDeleted })}
            onLeft={onLastDeleted}
          />
        )}
      </Suspense>
      <Suspense>
        <VaultShortcuts own={shown.keys.own_keys} />
      </Suspense>
      <Suspense>{isSelecting && <SelectionBar keys={keys.own_keys} shown={shown.keys.own_keys} />}</Suspense>
    </>
  )
}

interface VaultShortcutsOptions {
  layout: VaultView
  onSearch: () => void
  onCopy: (index: number) => void
  onMove: (step: number) => void
}

function useVaultShortcuts({ layout, onSearch, onCopy, onMove }: VaultShortcutsOptions) {
  const { t } = useLingui()
  useShortcut(searchShortcut, t`Search keys`, onSearch)
  useShortcut(numberKeys, t`Copy the code of that row`, (key) => onCopy(numberKeys.indexOf(key)))
  useShortcut(downKeys, t`Next key`, () => onMove(1))
  useShortcut(upKeys, t`Previous key`, () => onMove(-1))
  useShortcut('v', t`Change the view`, () => viewSetting.set(vaultViews[(vaultViews.indexOf(layout) + 1) % vaultViews.length] ?? 'list'))
}

/** An act on a key that another page asked for. */
function useWishedAct(keys: CallResponse<typeof listKeys>, ask: (asked: AskedKey) => void) {
  const takeWish = useEffectEvent(ask)
  const wish = useLiveValue(vaultWish)
  useEffect(() => {
    if (!wish || !('act' in wish)) return
    vaultWish.set(undefined)
    const own = keys.own_keys.find(({ id }) => id === wish.keyId)
    if (own) takeWish({ act: wish.act, own })
  }, [wish, keys])
}

function moveAmongCards(step: number) {
  const codes = [...document.querySelectorAll<HTMLElement>('.key-card .code')]
  const at = codes.findIndex((code) => code === document.activeElement)
  codes[Math.min(Math.max(at + step, 0), codes.length - 1)]?.focus()
}

type Beside = { isAwaited: boolean; onNone: () => void }

/** The button that opened the dialog is gone with its key: the focus goes on to the one beside it, unless it went elsewhere while the answer was late. */
function focusBeside(own: readonly { id: string }[], deleted: { id: string }, { isAwaited, onNone }: Beside) {
  const at = own.findIndex((key) => key.id === deleted.id)
  const beside = own[at + 1] ?? own[at - 1]
  setTimeout(() => {
    if (!isAwaited && document.activeElement !== document.body) return
    if (beside) (document.getElementById(deleteButtonId(beside.id)) ?? findRow(beside.id))?.focus()
    else onNone()
  })
}
