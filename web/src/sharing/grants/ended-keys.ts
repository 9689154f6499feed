import { listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import { queryOf } from '../../lib/query-of.ts'

/** Keys that were shared with the user. Beneath the keys: what changes those may change these. */
export const endedKeysQuery = queryOf(['keys', 'ended'], listEndedKeys)
