import { queryOptions } from '@tanstack/react-query'
import { getClosing } from '@twofold/contract/trust'
import { call } from '../lib/call.ts'

/** Milliseconds between two looks whether somebody else closed the account of an open session. */
const lookEvery = 60_000

/** The reason why the account is closed after somebody else's act; null if it is open. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: async ({ signal }) => (await call(getClosing, undefined, { signal })).closing,
})

/**
 * The same in an open session, which notices a closure within a minute. `isClosed`: already known to be closed, so the reasons are fetched at once.
 */
export const watchClosing = (isClosed: boolean) => ({
  ...closingQuery,
  ...(isClosed ? {} : { initialData: null }),
  staleTime: lookEvery,
  refetchInterval: lookEvery,
})
