import { createLiveValue } from '../lib/live-value.ts'

/** Number of changes to this person's pending approvals that the server has reported; 0: none. */
export const approvalsHeard = createLiveValue(0)

/** Resets it, as this page cannot decide any longer: signed out, locked, or closed. */
export const forgetApprovals = () => approvalsHeard.set(0)

export const noteApprovals = () => approvalsHeard.set(approvalsHeard.get() + 1)
