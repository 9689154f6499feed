import { getCurrentUser } from '@twofold/contract/sessions'
import { queryOf } from '../lib/query-of.ts'

/** Who is signed in. */
export const currentUserQuery = queryOf(['user'], getCurrentUser)
