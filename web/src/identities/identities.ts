import { listIdentities } from '@twofold/contract/identities'
import { queryOf } from '../lib/query-of.ts'

/** Accounts elsewhere that one can sign in with. */
export const identitiesQuery = { ...queryOf(['identities'], listIdentities), staleTime: 0 }
