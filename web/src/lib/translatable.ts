import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Errors that a page says in other words than the server. */
export const inOwnWords: Readonly<Record<string, MessageDescriptor>> = {
  // The page says when maintenance ends itself.
  'maintenance.active': msg`Maintenance is under way. Please come back later.`,
}

/** The server's names for a browser or program of which only the platform is known. */
export const devicePatterns: readonly (readonly [pattern: string, descriptor: MessageDescriptor])[] = [
  ['Unknown device', msg`Unknown device`],
  ['A browser on {system}', msg`A browser on {system}`],
  ['{browser} on {system}', msg`{browser} on {system}`],
]
