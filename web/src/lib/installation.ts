import { getInstallation } from '@twofold/contract/accounts'
import { queryOf } from './query-of.ts'

/** What this installation is called and offers. Administrators change it under Settings. */
export const installationQuery = { ...queryOf(['installation'], getInstallation), staleTime: 60_000 }
