import { queryOptions } from '@tanstack/react-query'
import { getInstallation } from '@twofold/contract/accounts'
import { call } from './call.ts'

/** What this installation is called and offers. Administrators change it under Settings. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call(getInstallation, undefined, { signal }),
  staleTime: 60_000,
})
