import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FileInput } from '../../ui/icons/FileInput.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { Users } from '../../ui/icons/Users.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { LiveCodes } from '../../codes/use-codes.tsx'
import { type KeyOrder, keyOrders, type KeyOrigin, keyOrigins } from '../../keys/key-orders.ts'
import { KeyGridOutline } from '../../keys/KeyGridSkeleton.tsx'
import { keysQuery } from '../../keys/keys.ts'
import { viewSetting } from '../../keys/vault-views.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { latePart } from '../../lib/late-part.ts'
import { flagIn, oneIn, textIn } from '../../lib/list-search.ts'
import { useIsSettled } from '../../lib/use-is-settled.ts'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { OfflineNotice } from '../../shell/OfflineNotice.tsx'
import { MAIN_ID, useArrival } from '../../shell/Page.tsx'
import { useShortcut } from '../../lib/use-shortcut.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Card } from '../../ui/Panel.tsx'
import { FollowKeys } from './-dashboard/FollowKeys.tsx'
import type { KeyDialogName } from './-dashboard/IncomingKeys.tsx'
import { loadCards } from './-dashboard/FoundKeys.tsx'
import { KeyBrowser } from './-dashboard/KeyBrowser.tsx'
import { useIncoming } from './-dashboard/use-incoming.ts'
import { addButtonId } from './-dashboard/VaultBar.tsx'

/** Needed only by somebody who joined by a link that others may have had. */
const WaitingKeysCard = latePart(() => import('../../sharing/invitations/WaitingKeysCard.tsx').then((module) => module.WaitingKeysCard))
/** Needed only if the installation asks for a missing second factor. */
const SecondFactorCard = latePart(() => import('../../factors/SecondFactorCard.tsx').then((module) => module.SecondFactorCard))

interface DashboardSearch {
  search?: string | undefined
  tag?: string | undefined
  group?: string | undefined
  favourites?: true | undefined
  only?: KeyOrigin | undefined
  sort?: KeyOrder | undefined
}

export const Route = createFileRoute('/_signed-in/dashboard')({
  // All names, including undefined ones: for an omitted name the router would keep the address's value.
  validateSearch: ({ search, tag, group, favourites, only, sort }: Record<string, unknown>): DashboardSearch => ({
    search: textIn(search),
    tag: textIn(tag),
    group: textIn(group),
    favourites: flagIn(favourites),
    only: oneIn(only, keyOrigins),
    sort: oneIn(sort, keyOrders),
  }),
  // A separate import: otherwise the first script, which every screen waits for, would contain the calls of keys.
  loader: ({ context }) => {
    void import('../../keys/keys.ts').then(({ keysQuery }) => context.queryClient.prefetchQuery(keysQuery))
  },
  component: DashboardScreen,
})

// Fetched after the codes are on the screen, and whole: a secret that is shown once must not wait for a file that may not come.
const IncomingKeys = latePart(() => import('./-dashboard/IncomingKeys.tsx').then((module) => module.IncomingKeys))

/** Needed only while something is dragged. */
const DropHint = latePart(() => import('./-dashboard/DropHint.tsx').then((module) => module.DropHint))

const RemovedLinks = latePart(() => import('../../keys/RemovedLinks.tsx').then((module) => module.RemovedLinks))
const ReviewsPanel = latePart(() => import('../../reviews/ReviewsPanel.tsx').then((module) => module.ReviewsPanel))
const EndedKeys = latePart(() => import('../../sharing/grants/EndedKeys.tsx').then((module) => module.EndedKeys))
const OffersPanel = latePart(() => import('../../sharing/hand-over/OffersPanel.tsx').then((module) => module.OffersPanel))

const focusAddButton = () => document.getElementById(addButtonId)?.focus()

/**
 * The first key removes the add button of the empty state, and the deletion of the last one that of the bar: the focus moves to the other button. Two
 * frames later, after a closing dialog has tried to return the focus.
 */
function rescueFocus() {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusAddButton()
    }),
  )
}

/** `hasKeys` undefined: not known yet. While a dialog is open over keys, nothing is lost. */
function useFocusRescue(hasKeys: boolean | undefined, open: KeyDialogName | null | undefined) {
  const hadKeys = useRef<boolean>(undefined)
  useEffect(() => {
    if (hasKeys === undefined || (open && hasKeys)) return
    if (hadKeys.current !== undefined && hadKeys.current !== hasKeys) rescueFocus()
    hadKeys.current = hasKeys
  }, [hasKeys, open])
}

function DashboardScreen() {
  const { t } = useLingui()
  const { data: user } = useQuery(currentUserQuery)
  const vault = useQuery(keysQuery)
  const { data: keys, dataUpdatedAt } = vault
  // Undefined until one was requested; null after it was closed.
  const [open, setOpen] = useState<KeyDialogName | null>()
  const [isBusy, setIsBusy] = useState(false)
  const isSettled = useIsSettled()
  const [own, shared] = [keys?.own_keys.length ?? 0, keys?.shared_keys.length ?? 0]
  const hasKeys = own + shared > 0
  // Beside the keys rather than after them. Should it not arrive, it is fetched again when it is drawn.
  useEffect(() => {
    const view = viewSetting.get()
    if (view === 'cards' || view === 'fitting') loadCards().catch(() => {})
  }, [])
  useFocusRescue(keys && hasKeys, open)
  const { incoming, setIncoming, isDragging } = useIncoming({ hasLoaded: keys !== undefined, isBusy, open, onOpen: setOpen })
  useShortcut('n', t`Add a 2FA key`, () => setOpen('add'), { enabled: keys !== undefined })
  const heading = useArrival(t`Your codes`)
  const asked = user?.second_factor_asked
  const factorCard = asked && (
    <Suspense>
      <SecondFactorCard dueAt={asked.due_at} />
    </Suspense>
  )
  return (
    <main id={MAIN_ID} className="vault" data-has-keys={hasKeys || undefined} tabIndex={-1}>
      <h1 ref={heading} className="sr-only" tabIndex={-1}>
        <Trans>Your codes</Trans>
      </h1>
      {keys && (
        <p className="sr-only">
          <KeyCount own={own} shared={shared} />
        </p>
      )}
      <OfflineNotice />
      {keys && shared === 0 && user?.address_in_doubt === true && (
        <Suspense>
          <WaitingKeysCard />
        </Suspense>
      )}
      {(!hasKeys || isSoon(asked?.due_at)) && factorCard}
      <Suspense>{isDragging && <DropHint />}</Suspense>
      <Suspense>{keys && isSettled && <Questions />}</Suspense>
      {keys && (
        <LiveCodes keysVersion={dataUpdatedAt}>
          <FollowKeys keys={keys} />
          {hasKeys ? (
            <KeyBrowser
              keys={keys}
              onAdd={(name) => (name ? setIncoming({ name }) : setOpen('add'))}
              onTransfer={setOpen}
              onLastDeleted={focusAddButton}
            />
          ) : (
            <NoKeys onOpen={setOpen} />
          )}
        </LiveCodes>
      )}
      <Suspense>{keys && isSettled && <EndedKeys />}</Suspense>
      {hasKeys && !isSoon(asked?.due_at) && factorCard}
      {!keys && (
        <Loaded
          of={vault}
          failed={t`Your keys could not be loaded`}
          loading={t`Loading keys...`}
          outline={<KeyGridOutline />}
          frame="card"
        />
      )}
      <Suspense>
        {(isSettled || open !== undefined || incoming) && (
          <IncomingKeys open={open} onOpen={setOpen} incoming={incoming} onBusyChange={setIsBusy} onProvisioned={rescueFocus} />
        )}
      </Suspense>
    </main>
  )
}

/** Until two days before a second factor is required, codes come first: a new installation has a grace period of a week. */
function isSoon(dueAt: string | null | undefined): boolean {
  return typeof dueAt === 'string' && Date.parse(dueAt) - Date.now() < 2 * 24 * 60 * 60 * 1000
}

function KeyCount({ own, shared }: { own: number; shared: number }) {
  const ownKeys = own === 0 ? <Trans>No keys of your own</Trans> : <Plural value={own} one="# key of your own" other="# keys of your own" />
  if (shared === 0) return ownKeys
  return (
    <>
      {ownKeys}, <Plural value={shared} other="# shared with you" />
    </>
  )
}

/** Offers and reviews that wait for an answer, above the keys. */
const Questions = () => (
  <>
    <RemovedLinks onDismissed={rescueFocus} />
    <OffersPanel onAnswered={rescueFocus} />
    <ReviewsPanel />
  </>
)

function NoKeys({ onOpen }: { onOpen: (open: KeyDialogName) => void }) {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon={KeyRound}
        title={t`No 2FA keys`}
        action={
          <>
            <Button id={addButtonId} variant="primary" icon={Plus} onPress={() => onOpen('add')}>
              <Trans>Add 2FA Key</Trans>
            </Button>
            <Button icon={FileInput} onPress={() => onOpen('import')}>
              <Trans>Import keys</Trans>
            </Button>
            <LinkButton to="/groups" icon={Users}>
              <Trans>Groups</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>Get started by adding your first 2FA key.</Trans>
      </EmptyState>
    </Card>
  )
}
