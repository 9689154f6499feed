import { useLingui } from '@lingui/react/macro'
import { getPrograms, type ProgramAccount, resumeProgramAccount, suspendProgramAccount } from '@twofold/contract/admin/programs'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'

export const programsQuery = queryOf(['admin', 'programs'], getPrograms)

/** Suspends a service account at once, or resumes one that is suspended. */
export function useSuspend() {
  const { t } = useLingui()
  return useAct({
    send: ({ id, suspended }: ProgramAccount) => call(suspended ? resumeProgramAccount : suspendProgramAccount, { params: { id } }),
    failed: t`The service account could not be changed`,
    renews: [programsQuery.queryKey],
  })
}
