import { createLiveValue, type LiveValue } from '../lib/live-value.ts'

/** What covers the page and can be closed: a dialog, a drawer, a palette. */
export interface OpenDialog {
  /** Closes it, or asks first where something would be lost. */
  requestClose: () => void
  /** Whether closing it would lose what was typed. */
  holdsChanges: () => boolean
  /** Its name stands in the address of the page, so going back closes it by itself. */
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

/** Whether the step back that has just been made was that of `stepBack`. */
export function takeOwnStep(): boolean {
  const was = isOwnStep
  isOwnStep = false
  return was
}
