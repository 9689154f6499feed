import type { AnyRouter, HistoryState, RouterHistory } from '@tanstack/react-router'
import { openDialogs, takeOwnStep } from '../ui/open-dialogs.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was put on top of the first one of its document, so that a dialog there can be closed by going back. */
    isCompanion?: boolean
  }
}

/** The router's members used here. */
type Router = Pick<AnyRouter, 'navigate'> & { history: RouterHistory }

/**
 * The browser's Back closes the topmost dialog and leaves the page where it is. The step back is undone by a step forward, so the history neither
 * grows with every dialog nor loses what Forward leads to. Only the first entry of a document has nothing of ours beneath it: it gets a companion
 * when a dialog opens on it. `onPopState` has to hear of each `popstate` before the router does.
 */
export function watchDialogHistory(router: Router): { onPopState: (event: PopStateEvent) => void; stop: () => void } {
  const { history } = router
  /** The browser's position in the history. The router's own location differs while it asks whether a screen may be left. */
  let place = indexOf(history.location.state)
  /** The entry that a step forward is leading back to, and what happens there. */
  let returning: { to: number; act: () => void } | undefined

  const onPopState = (event: PopStateEvent) => {
    const before = place
    place = indexOf(event.state)
    if (returning) {
      event.stopImmediatePropagation()
      if (place !== returning.to) return window.history.go(returning.to - place)
      const { act } = returning
      returning = undefined
      return act()
    }
    if (takeOwnStep() || place >= before) return
    const dialog = openDialogs.get().at(-1)
    if (!dialog) return leaveCompanion(router, place)
    if (dialog.inAddress && !dialog.holdsChanges()) return
    event.stopImmediatePropagation()
    returning = { to: before, act: dialog.requestClose }
    window.history.go(before - place)
  }
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (openDialogs.get().some((dialog) => dialog.holdsChanges())) event.preventDefault()
  }
  window.addEventListener('beforeunload', beforeUnload)

  const stopFollowing = history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') place = indexOf(location.state)
  })
  const addCompanion = () => {
    const dialog = openDialogs.get().at(-1)
    if (!dialog || dialog.inAddress || indexOf(history.location.state) > 0) return
    const state = (before: HistoryState): HistoryState => ({ ...before, isCompanion: true })
    void router.navigate({ to: '.', search: true, hash: true, state, resetScroll: false, ignoreBlocker: true })
  }
  const stopWatching = openDialogs.subscribe(addCompanion)
  // A dialog may have opened before this module was loaded.
  addCompanion()
  const stop = () => {
    window.removeEventListener('beforeunload', beforeUnload)
    stopFollowing()
    stopWatching()
  }
  return { onPopState, stop }
}

/** From the companion of an entry, Back leads to the same page: it takes another step to get where the user meant. */
function leaveCompanion({ history }: Router, place: number): void {
  const { state, href } = history.location
  if (place === 0 && state.isCompanion && href === hrefOf(window.location)) window.history.back()
}

const hrefOf = ({ pathname, search, hash }: Location) => `${pathname}${search}${hash}`

/** Number of earlier history entries of this document. Entries without the router's number, such as a jump within the page, count as the first. */
function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && '__TSR_index' in state && typeof state.__TSR_index === 'number'
    ? state.__TSR_index
    : 0
}
