import { createLiveValue, type LiveValue } from '../lib/live-value.ts'

/** An open layer that covers the page: a dialog, a drawer, a palette. */
export interface OpenDialog {
  /** Closes it, or asks first where something would be lost. */
  requestClose: () => void
  /** Whether closing it would lose typed data. */
  holdsChanges: () => boolean
  /** Its name is in the address of the page, so that going back closes it by itself. */
  inAddress: boolean
}

const open = createLiveValue<readonly OpenDialog[]>([])

/** In the order in which they opened: the last one is on top. */
export const openDialogs: LiveValue<readonly OpenDialog[]> = open

/** Answers how to take it off again. */
export function addOpenDialog(dialog: OpenDialog): () => void {
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((other) => other !== dialog))
}

let isOwnStep = false

/** Goes back because a dialog closed: nothing is left to ask about. */
export function stepBack(back: () => void): void {
  isOwnStep = true
  back()
}

/** Whether the latest step back was made by `stepBack`. */
export function takeOwnStep(): boolean {
  const was = isOwnStep
  isOwnStep = false
  return was
}
