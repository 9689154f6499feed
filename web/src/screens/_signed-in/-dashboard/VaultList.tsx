import { type KeyboardEvent, type Ref, Suspense, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { findRow } from '../../../keys/key-buttons.ts'
import type { KeyAct } from '../../../keys/KeyMenu.tsx'
import { selectedKeys, toggleSelected, useIsSelecting } from '../../../keys/selection.ts'
import { type AnyKey, isShared, type VaultSection } from '../../../keys/vault-sections.ts'
import { useIsSettled } from '../../../lib/use-is-settled.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { shortcutSetting } from '../../../lib/shortcuts.ts'
import { KeyRows } from './KeyRows.tsx'
import { useCopyKey } from './use-copy-key.ts'
import { latePart } from '../../../lib/late-part.ts'

// Loaded after the codes are on the screen.
const KeyPanel = latePart(() => import('./KeyPanel.tsx').then((module) => module.KeyPanel))
const RowShortcuts = latePart(() => import('./RowShortcuts.tsx').then((module) => module.RowShortcuts))
const KeySheet = latePart(() => import('./KeySheet.tsx').then((module) => module.KeySheet))

/** Keyboard actions on the rows from outside. */
export interface RowsHandle {
  /** Gives the focus to the row so many further, or to the first one while none has it. */
  move: (step: number) => void
}

interface VaultListProps {
  ref: Ref<RowsHandle>
  sections: readonly VaultSection[]
  isCompact: boolean
  isSearching: boolean
  onAct: (item: AnyKey, act: KeyAct) => void
  onPin: (item: AnyKey) => void
  /** Up from the first row. */
  onTop: () => void
}

/** Acts of single keys on the focused row. */
const acts: Record<string, KeyAct | undefined> = { a: 'people', e: 'edit', Delete: 'delete' }

/** Rows, and the panel about the one that is current: beside them, or over the page where there is no room. */
export function VaultList({ ref, sections, isCompact, isSearching, onAct, onPin, onTop }: VaultListProps) {
  const all = sections.flatMap(({ keys }) => keys)
  const { current, setCurrentId, goTo } = useCurrentRow(all, ref)
  const [sheetId, setSheetId] = useState<string>()
  const isWide = useMedia('(min-width: 64.01rem)')
  const isSettled = useIsSettled()
  const hasShortcuts = useLiveValue(shortcutSetting) === 'enabled'
  const copy = useCopyKey()
  const subject = isSearching ? all[0] : current
  const sheet = all.find(({ id }) => id === sheetId)

  const act = (key: string, item: AnyKey) => actOnRow(key, item, { onAct, onPin })

  function pressed(event: KeyboardEvent, item: AnyKey, columns: number) {
    const at = all.indexOf(item)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number | undefined> = { ArrowDown: columns, ArrowUp: -columns, Home: -at, End: all.length - at - 1 }
    const step = steps[event.key]
    const forward = event.currentTarget.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) pickTo(item, at + (step ?? 0))
    else if (step !== undefined) {
      if (at + step < 0 && event.key === 'ArrowUp') onTop()
      else goTo(at + step)
    } else if (event.key === 'Enter' && event.shiftKey) void copy(item, 'next')
    else if (isCompact && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) goTo(at + (event.key === forward ? 1 : -1))
    else if (event.key === forward) enterPanel()
    else if (!hasShortcuts || !act(event.key, item)) return
    event.preventDefault()
  }

  /** Picks this row and the one at `index`, where they can be picked, and goes there. */
  function pickTo(item: AnyKey, index: number) {
    const next = all[Math.min(Math.max(index, 0), all.length - 1)]
    const picked = [item, next].flatMap((one) => (one && !isShared(one) ? [one.id] : []))
    selectedKeys.set(new Set([...(selectedKeys.get() ?? []), ...picked]))
    goTo(index)
  }

  return (
    <div className="vault-split" data-panel={(isWide && !isCompact) || undefined}>
      <KeyRows
        sections={sections}
        isCompact={isCompact}
        currentId={subject?.id}
        isSearching={isSearching}
        onCurrent={setCurrentId}
        onMore={(id) => (isWide && !isCompact ? enterPanel() : setSheetId(id))}
        onKey={pressed}
      />
      {isWide && !isCompact && subject && isSettled && (
        <Suspense fallback={<div />}>
          <KeyPanel item={subject} onAct={(wantedAct) => onAct(subject, wantedAct)} onLeave={() => findRow(subject.id)?.focus()} />
        </Suspense>
      )}
      {subject && isSettled && (
        <Suspense>
          <RowShortcuts
            onNext={() => void copy(subject, 'next')}
            onAct={(key) => void act(key, subject)}
            onPick={(step) => pickTo(subject, all.indexOf(subject) + step)}
          />
        </Suspense>
      )}
      {sheet && (
        <Suspense>
          <KeySheet item={sheet} onAct={(wantedAct) => onAct(sheet, wantedAct)} onClose={() => setSheetId(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const enterPanel = () => document.querySelector<HTMLElement>('#key-panel button')?.focus()

/** The row that has the focus, or had it last, and the ways to others. */
function useCurrentRow(all: readonly AnyKey[], ref: Ref<RowsHandle>) {
  const [currentId, setCurrentId] = useState<string>()
  const wanted = useRef<string>(undefined)
  const isSelecting = useIsSelecting()
  const wasSelecting = useRef(isSelecting)
  const current = all.find(({ id }) => id === currentId) ?? all[0]

  // A row far away is drawn first. A check box takes the place of the button over the row, and gives it back: the focus stays in the row.
  useLayoutEffect(() => {
    const isReplaced = wasSelecting.current !== isSelecting && document.activeElement === document.body
    wasSelecting.current = isSelecting
    const id = wanted.current ?? (isReplaced ? current?.id : undefined)
    wanted.current = undefined
    if (id !== undefined) findRow(id)?.focus()
  })

  function goTo(index: number) {
    const item = all[Math.min(Math.max(index, 0), all.length - 1)]
    if (!item) return
    const row = findRow(item.id)
    if (row) row.focus()
    else wanted.current = item.id
    setCurrentId(item.id)
  }

  function move(step: number) {
    const isInside = document.activeElement instanceof HTMLElement && document.activeElement.dataset['key'] !== undefined
    goTo(current && isInside ? all.indexOf(current) + step : 0)
  }
  useImperativeHandle(ref, () => ({ move }))

  return { current, setCurrentId, goTo }
}

/** Applies a key to the row. Answers whether it has a meaning there. */
function actOnRow(key: string, item: AnyKey, { onAct, onPin }: Pick<VaultListProps, 'onAct' | 'onPin'>): boolean {
  if (key === 'p') onPin(item)
  else if (key === 'x' && !isShared(item)) {
    if (selectedKeys.get() === undefined) selectedKeys.set(new Set())
    toggleSelected(item.id)
  } else {
    const wantedAct = acts[key]
    if (wantedAct === undefined) return false
    if (isShared(item) && (wantedAct !== 'edit' || item.permission !== 'admin')) return false
    onAct(item, wantedAct)
  }
  return true
}
