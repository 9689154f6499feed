import './access-list.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing'
import { Users } from '../../ui/icons.generated.ts'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Face } from '../../ui/Face.tsx'
import { ConfirmPersonDialog } from '../ConfirmPersonDialog.tsx'
import { AccessRow } from './AccessRow.tsx'
import { RemovedRow } from './RemovedRow.tsx'
import type { Removals } from './use-removals.ts'

interface AccessListProps {
  item: { id: string; name: string }
  shares: readonly Share[]
  removals: Removals
  /** Whose the key is. */
  owner: string
  /** Whether single letters act. */
  hasShortcuts: boolean
  onHandOver: (email: string) => void
  onRotate: () => void
}

/** Who has a key: its owner, people and groups, service accounts. One Tab stop a row; arrows go from row to row and within one. */
export function AccessList({ item, shares, removals, owner, hasShortcuts, onHandOver, onRotate }: AccessListProps) {
  const { t } = useLingui()
  const [confirming, setConfirming] = useState<Share>()
  const list = useRef<HTMLDivElement>(null)
  /** The row that has the focus, and how many stand above it. */
  const focused = useRef<{ id: string | undefined; index: number }>(undefined)
  const removed = new Map(removals.removed.map((share) => [share.id, share]))
  const rows = [...shares.filter(({ id }) => !removed.has(id)), ...removed.values()].sort((a, b) =>
    `${a.created_at}${a.id}`.localeCompare(`${b.created_at}${b.id}`),
  )
  const people = rows.filter((share) => share.service_account === null)
  const programs = rows.filter((share) => share.service_account !== null)

  // What had the focus goes with its row: to what stands there now, the next one, or back to the field.
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const all = rowsIn(list.current)
    const { id, index } = focused.current
    const next = all.find((one) => one.dataset['accessRow'] === id) ?? all[Math.min(index, all.length - 1)]
    const field = list.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[role=combobox]')
    ;(next?.querySelector<HTMLElement>('[data-stop]') ?? field)?.focus()
  })

  function noteFocus({ target }: FocusEvent) {
    const at = target.closest<HTMLElement>('[data-access-row]')
    focused.current = at ? { id: at.dataset['accessRow'], index: rowsIn(list.current).indexOf(at) } : undefined
  }

  function noteBlur({ relatedTarget }: FocusEvent) {
    // Without another one it was taken away.
    if (relatedTarget !== null) focused.current = undefined
  }

  function row(share: Share): ReactNode {
    if (removed.has(share.id)) {
      return (
        <RemovedRow
          key={share.id}
          share={share}
          keyName={item.name}
          hasShortcuts={hasShortcuts}
          onUndo={() => void removals.undo(share)}
          onRotate={onRotate}
        />
      )
    }
    return (
      <AccessRow
        key={share.id}
        keyId={item.id}
        share={share}
        onRemove={() => void removals.remove(share)}
        onConfirm={() => setConfirming(share)}
        onHandOver={() => share.email !== null && onHandOver(share.email)}
      />
    )
  }

  function pressed(event: KeyboardEvent<HTMLElement>) {
    // What a menu of a row hears is not for the list.
    if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target) || event.target.matches('input')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = event.target.closest<HTMLElement>('[data-access-row]')
    if (at === null || !act(event.key, at, event.target)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Whether the key means something in this row. */
  function act(key: string, at: HTMLElement, target: HTMLElement): boolean {
    const all = rowsIn(list.current)
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -all.length, End: all.length }[key]
    if (step !== undefined) {
      const next = all[Math.min(Math.max(all.indexOf(at) + step, 0), all.length - 1)]
      next?.querySelector<HTMLElement>('[data-stop]')?.focus()
      return true
    }
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const buttons = [...at.querySelectorAll<HTMLElement>('button')]
      const onwards = (key === 'ArrowRight') !== at.matches(':dir(rtl)') ? 1 : -1
      buttons[buttons.indexOf(target) + onwards]?.focus()
      return true
    }
    const share = rows.find(({ id }) => id === at.dataset['accessRow'])
    if (!share || removed.has(share.id)) return false
    if (key === 'Delete') {
      void removals.remove(share)
      return true
    }
    if (!hasShortcuts || key !== 'd') return false
    at.querySelector<HTMLElement>('[data-end]')?.click()
    return true
  }

  return (
    <div ref={list} className="access-list" onKeyDownCapture={pressed} onFocusCapture={noteFocus} onBlurCapture={noteBlur}>
      <h3 className="access-section">
        <Trans>Owner</Trans>
      </h3>
      <div className="access-row">
        <span className="access-face">
          <Face name={owner} letters={1} />
        </span>
        <div className="access-who">
          <p>
            <b>
              <Trans>{owner} (you)</Trans>
            </b>
          </p>
          <p className="access-state">
            <Trans>Can do everything with this key</Trans>
          </p>
        </div>
      </div>
      {rows.length === 0 && (
        <EmptyState icon={Users} level={3} title={t`Only you have this key`}>
          <Trans>People you share with appear here.</Trans>
        </EmptyState>
      )}
      {people.length > 0 && <Section title={t`People and groups`} rows={people.map(row)} />}
      {programs.length > 0 && <Section title={t`Service accounts`} rows={programs.map(row)} />}
      {confirming && <ConfirmPersonDialog keyId={item.id} share={confirming} onClose={() => setConfirming(undefined)} />}
    </div>
  )
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-access-row]') ?? [])]

function Section({ title, rows }: { title: string; rows: ReactNode[] }) {
  const { i18n } = useLingui()
  return (
    <>
      <h3 className="access-section">
        {title} <small>{i18n.number(rows.length)}</small>
      </h3>
      <ul aria-label={title}>{rows}</ul>
    </>
  )
}
