import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { getPrograms, type ProgramAccount, resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'

export const programsQuery = queryOptions({
  queryKey: ['admin', 'programs'],
  queryFn: ({ signal }) => call(getPrograms, undefined, { signal }),
})

/** Suspends a service account at once, or resumes one that is suspended. */
export function useSuspend() {
  const { t } = useLingui()
  return useAct({
    send: ({ id, suspended }: ProgramAccount) => call(suspended ? resumeProgramAccount : suspendProgramAccount, { params: { id } }),
    failed: t`The service account could not be changed`,
    renews: [programsQuery.queryKey],
  })
}
