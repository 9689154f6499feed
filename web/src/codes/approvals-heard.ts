import { createLiveValue } from '../lib/live-value.ts'

/** How often the server said that a program waits for this person's yes, or waits no longer; 0: never. */
export const approvalsHeard = createLiveValue(0)

/** Nobody is asked on this page any more: signed out, locked, or closed. */
export const forgetApprovals = () => approvalsHeard.set(0)

export const noteApprovals = () => approvalsHeard.set(approvalsHeard.get() + 1)
