import { Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { Users } from '../../ui/icons/Users.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { ConfirmPersonDialog } from '../grants/ConfirmPersonDialog.tsx'
import { AccessRow } from './AccessRow.tsx'
import { RemovedRow } from './RemovedRow.tsx'
import { SheetRow } from './SheetRow.tsx'
import { moveFocus, rowsIn, useFollowedFocus } from './row-focus.ts'
import type { Removals } from './use-removals.ts'

interface AccessListProps {
  item: { id: string; name: string }
  shares: readonly Share[]
  removals: Removals
  owner: string
  /** Whether single letters act. */
  hasShortcuts: boolean
  onHandOver: (email: string) => void
  onRotate: () => void
}

/** People with access to a key: its owner, people and groups, service accounts. One tab stop per row; arrows move between rows and within one. */
export function AccessList({ item, shares, removals, owner, hasShortcuts, onHandOver, onRotate }: AccessListProps) {
  const { t } = useLingui()
  const [confirming, setConfirming] = useState<Share>()
  const list = useRef<HTMLDivElement>(null)
  const following = useFollowedFocus(list)
  const removed = new Map(removals.removed.map((share) => [share.id, share]))
  const rows = [...shares.filter(({ id }) => !removed.has(id)), ...removed.values()].sort((a, b) =>
    `${a.created_at}${a.id}`.localeCompare(`${b.created_at}${b.id}`),
  )
  const people = rows.filter((share) => share.service_account === null)
  const programs = rows.filter((share) => share.service_account !== null)

  function row(share: Share): ReactNode {
    const gone = removed.get(share.id)
    if (gone) {
      return (
        <RemovedRow
          key={share.id}
          share={gone}
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
    // Keys pressed in a row's menu are not for the list.
    if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target) || event.target.matches('input')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = event.target.closest<HTMLElement>('[data-access-row]')
    if (at === null || !act(event.key, at, event.target)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Applies a key to the row. Answers whether it has a meaning there. */
  function act(key: string, at: HTMLElement, target: HTMLElement): boolean {
    if (moveFocus(key, rowsIn(list.current), at, target)) return true
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
    <div ref={list} className="grid" onKeyDownCapture={pressed} {...following}>
      <OwnerRow owner={owner} />
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

function OwnerRow({ owner }: { owner: string }) {
  return (
    <>
      <SectionTitle>
        <Trans>Owner</Trans>
      </SectionTitle>
      <ul>
        <SheetRow
          face={{ name: owner }}
          who={
            <p className="font-medium">
              <Trans>{owner} (you)</Trans>
            </p>
          }
          state={<Trans>Can do everything with this key</Trans>}
        />
      </ul>
    </>
  )
}

function Section({ title, rows }: { title: string; rows: ReactNode[] }) {
  const { i18n } = useLingui()
  return (
    <>
      <SectionTitle className="mt-4 min-h-6" note={i18n.number(rows.length)}>
        {title}
      </SectionTitle>
      <ul aria-label={title}>{rows}</ul>
    </>
  )
}
