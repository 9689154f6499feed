import { queryOptions } from '@tanstack/react-query'
import { getCurrentUser } from '@twofold/contract/sessions'
import { call } from '../lib/call.ts'

/** Who is signed in. */
export const currentUserQuery = queryOptions({ queryKey: ['user'], queryFn: ({ signal }) => call(getCurrentUser, undefined, { signal }) })
