import { queryOptions } from '@tanstack/react-query'
import { getInstallation } from '@twofold/contract/accounts'
import { call } from '../lib/call.ts'

/** What this installation is called and offers. It changes with a restart only. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(getInstallation, undefined, { signal }),
  staleTime: Infinity,
})
