import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
export { complaintPatterns as byPattern, devicePatterns } from './complaint-patterns.ts'

/** Errors that a page says in other words than the server. */
export const inOwnWords: Readonly<Record<string, MessageDescriptor>> = {
  // The page says when maintenance ends itself.
  'maintenance.active': msg`Maintenance is under way. Please come back later.`,
}
