import { queryOptions } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import {
  acceptServiceAccountShare,
  declineServiceAccountShare,
  deleteServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
  resumeServiceAccount,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

/** Managed service accounts, of all groups. */
export const serviceAccountsQuery = queryOf(['service-accounts'], listServiceAccounts)

/** Keys of which one takes codes, and those that wait for a manager. */
export const accountKeysQuery = (id: string) =>
  queryOptions({
    ...queryOf(['service-accounts', id, 'shares'], listServiceAccountShares, { params: { id } }),
    select: ({ data }) => data,
  })

const acts = { suspend: suspendServiceAccount, resume: resumeServiceAccount, delete: deleteServiceAccount } as const
const answers = { accept: acceptServiceAccountShare, decline: declineServiceAccountShare } as const
export type AccountAct = keyof typeof acts

/** Does something that the server answers with a sentence. */
function useAccountsAct<Input>(send: (input: Input) => Promise<{ message: string }>) {
  const { t } = useLingui()
  const failed = t`The service account could not be changed. Please try again.`
  return useAct({ send, failed, renews: [serviceAccountsQuery.queryKey] })
}

export const useAccountAct = (id: string) => useAccountsAct((act: AccountAct) => call(acts[act], { params: { id } }))

export const useAnswerKey = (id: string) =>
  useAccountsAct(({ shareId, answer }: { shareId: string; answer: keyof typeof answers }) =>
    call(answers[answer], { params: { id, share_id: shareId } }),
  )
