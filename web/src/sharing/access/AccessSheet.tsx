import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { KeyKind } from '@twofold/contract/keys'
import type { Share } from '@twofold/contract/sharing/grants'
import { ArrowRightLeft } from '../../ui/icons/ArrowRightLeft.ts'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { coversByKeyboard } from '../../kits/first-field.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CloseIconButton } from '../../ui/CloseIconButton.tsx'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { HandOverCard } from '../hand-over/HandOverCard.tsx'
import { PendingOffer } from '../hand-over/PendingOffer.tsx'
import { sharesQuery } from '../grants/reload-shares.ts'
import { AccessList } from './AccessList.tsx'
import { AddAccess } from './AddAccess.tsx'
import { AskedRows } from './AskedRows.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { useAddPeople } from './use-add-people.ts'
import { useRemovals } from './use-removals.ts'

export type AccessView = 'people' | 'history'

interface AccessSheetProps {
  item: { id: string; name: string; type: KeyKind }
  /** Picture of the key, beside its name. */
  tile: ReactNode
  /** More about the key, below the list. */
  more: ReactNode
  /** Its owner: the reader. */
  owner: string
  view: AccessView
  /** Whether single letters act. */
  hasShortcuts: boolean
  onClose: () => void
  /** Begins to replace the secret of the key, in place of this. */
  onRotate: () => void
}

/** Everything about who has an own key, in one place: who, how far, until when, how they use it, and what has happened. */
export function AccessSheet(props: AccessSheetProps) {
  const { item, view: first, hasShortcuts, onClose } = props
  const id = useId()
  const { data } = useQuery(sharesQuery(item.id))
  const [view, setView] = useState(first)
  const [handOver, setHandOver] = useState<{ email?: string }>()

  return (
    <DialogFrame role="dialog" size="sheet" pending={false} describedBy={`${id}-about`} onClose={onClose}>
      <header className="grid min-h-19 flex-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 ps-6 pe-4 pt-3 pb-2 max-sm:ps-4">
        {props.tile}
        <div>
          <Heading slot="title" level={2} className="line-clamp-2 text-xl leading-tight tracking-title wrap-anywhere">
            <Trans>Access to {item.name}</Trans>
          </Heading>
          <p id={`${id}-about`} className="mt-0.5 text-sm text-text-3">
            <KeyType type={item.type} />
            {data && (
              <>
                {' · '}
                <WhoInNumbers shares={data.data} />
              </>
            )}
          </p>
        </div>
        <CloseIconButton />
      </header>
      <SheetBody {...props} {...{ view, setView, handOver, setHandOver, hasShortcuts }} />
      <footer className="flex min-h-14 flex-none items-center gap-3 border-t border-border ps-3 pe-6 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-sm:justify-between max-sm:ps-1 max-sm:pe-4">
        <Button
          variant="quiet"
          icon={ArrowRightLeft}
          onPress={() => {
            setView('people')
            setHandOver({})
          }}
        >
          <Trans>Hand over</Trans>
        </Button>
        <small className="ms-auto text-sm text-text-3 max-sm:hidden">
          <Trans>Changes apply at once</Trans>
        </small>
        <CancelButton>
          <Trans>Done</Trans>
        </CancelButton>
      </footer>
    </DialogFrame>
  )
}

interface SheetBodyProps extends AccessSheetProps {
  setView: (view: AccessView) => void
  handOver: { email?: string } | undefined
  setHandOver: (handOver: { email?: string } | undefined) => void
}

function SheetBody({ item, more, owner, view, setView, handOver, setHandOver, hasShortcuts, onRotate }: SheetBodyProps) {
  const { t } = useLingui()
  const asked = useQuery(sharesQuery(item.id))
  const add = useAddPeople(item.id)
  const removals = useRemovals(item.id)
  const isOnline = useIsOnline()
  // Only when it opens: on the way back from the history, the focus is on a tab.
  const [takesFocus, setTakesFocus] = useState(() => !coversByKeyboard())
  const shares = asked.data?.data ?? []

  function pressed(event: KeyboardEvent<HTMLElement>) {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    // Overlays above the sheet are not part of it, though React bubbles their keys here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!hasShortcuts || isTyping || !isInside || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'z') removals.undoLast()
    else if (event.key === '[') turnByKey('people', event.currentTarget)
    else if (event.key === ']') turnByKey('history', event.currentTarget)
    else return
    event.preventDefault()
  }

  function turnTo(next: AccessView) {
    setTakesFocus(false)
    setView(next)
  }

  function turnByKey(next: AccessView, sheet: Element) {
    // The control that has the focus may be in the view that goes away.
    sheet.querySelector<HTMLElement>(`[role=tab][data-key=${next}]`)?.focus()
    turnTo(next)
  }

  function endHandOver() {
    setTakesFocus(!coversByKeyboard())
    setHandOver(undefined)
  }

  const people = (
    <>
      {!isOnline && <Alert type="warning" title={t`You are offline. Nothing can be changed until the connection is back.`} />}
      <PendingOffer keyId={item.id} />
      {handOver ? (
        <HandOverCard item={item} email={handOver.email} onClose={endHandOver} />
      ) : (
        <AddAccess add={add} shares={shares} autoFocus={takesFocus} />
      )}
      <Loaded of={asked} failed={t`Who has this key could not be loaded`}>
        {({ data, asked: asking }) => (
          <>
            <AskedRows keyId={item.id} asked={asking} />
            <AccessList
              {...{ item, owner, hasShortcuts, removals, onRotate }}
              shares={data}
              onHandOver={(email) => setHandOver({ email })}
            />
          </>
        )}
      </Loaded>
      {more}
    </>
  )
  const history = <HistoryTab keyId={item.id} shares={asked.data} onUndo={(share) => void removals.undo(share)} />
  return (
    <div className="flex min-h-0 flex-1" onKeyDown={pressed}>
      <Tabs
        fills
        label={t`Views`}
        selected={view}
        onSelect={turnTo}
        items={[
          { id: 'people', label: t`Who has access`, content: people },
          { id: 'history', label: t`History`, content: history },
        ]}
      />
    </div>
  )
}

/** Without expired ones. */
function WhoInNumbers({ shares }: { shares: readonly Share[] }) {
  const live = shares.filter((share) => !share.is_expired)
  const groups = live.filter((share) => share.group !== null).length
  const programs = live.filter((share) => share.service_account !== null).length
  const people = live.length - groups - programs
  if (live.length === 0) return <Trans>Only you</Trans>
  return (
    <>
      {people > 0 && <Plural value={people} one="# person" other="# people" />}
      {people > 0 && groups + programs > 0 && ', '}
      {groups > 0 && <Plural value={groups} one="# group" other="# groups" />}
      {groups > 0 && programs > 0 && ', '}
      {programs > 0 && <Plural value={programs} one="# service account" other="# service accounts" />}
    </>
  )
}

function KeyType({ type }: { type: KeyKind }) {
  if (type === 'hotp') return <Trans>Counter-based</Trans>
  return type === 'steam' ? <Trans>Steam Guard</Trans> : <Trans>Time-based</Trans>
}
