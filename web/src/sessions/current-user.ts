import { getCurrentUser } from '@twofold/contract/sessions'
import { queryOf } from '../lib/query-of.ts'

/** The signed-in user. */
export const currentUserQuery = queryOf(['user'], getCurrentUser)
