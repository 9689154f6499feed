import { queryOptions } from '@tanstack/react-query'
import { previewDeletion } from '@twofold/contract/profile'
import type { CallResponse } from '@twofold/contract/endpoint'
import { call } from '../lib/call.ts'

/** What other people would lose if the user deleted their account. Fetched on every use: others change it too. */
export const deletionQuery = queryOptions({
  queryKey: ['profile', 'deletion'],
  queryFn: ({ signal }) => call(previewDeletion, undefined, { signal }),
  staleTime: 0,
})

export type DeletionPreview = CallResponse<typeof previewDeletion>
