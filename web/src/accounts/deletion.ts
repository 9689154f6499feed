import { previewDeletion } from '@twofold/contract/profile'
import type { CallResponse } from '@twofold/contract/endpoint'
import { queryOf } from '../lib/query-of.ts'

/** Other people's losses if the user deleted their account. Fetched on every use: others change it too. */
export const deletionQuery = { ...queryOf(['profile', 'deletion'], previewDeletion), staleTime: 0 }

export type DeletionPreview = CallResponse<typeof previewDeletion>
