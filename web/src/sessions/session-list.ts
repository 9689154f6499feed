import { queryOptions } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { endSession, listSessions } from '@twofold/contract/links'
import { useAct } from '../kits/use-act.ts'
import { ApiError } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

/** Active sessions: this device first, then by last use. Read again each time a tab is returned to: another one may have ended some. */
export const sessionsQuery = queryOptions({
  ...queryOf(['sessions'], listSessions),
  staleTime: 0,
  select: ({ data }) => data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
})

/** Ends a session by its id, or with `others` all but this one. One that has ended already is as good. */
export function useEndSession() {
  const { t } = useLingui()
  return useAct({
    send: async (id: string) => {
      try {
        return (await call(endSession, { params: { id } })).message
      } catch (error) {
        if (error instanceof ApiError && error.code === 'sessions.not_found') return error.message
        throw error
      }
    },
    failed: t`The session could not be ended. Please try again.`,
    said: (message) => message,
    // Programs that are signed in end with all other sessions.
    renews: [sessionsQuery.queryKey, ['devices']],
    duration: 3000,
  })
}
