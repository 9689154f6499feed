import { getInstallation } from '@twofold/contract/accounts'
import { queryOf } from './query-of.ts'

/** Name and features of this installation. Administrators change them under Settings. */
export const installationQuery = { ...queryOf(['installation'], getInstallation), staleTime: 60_000 }
