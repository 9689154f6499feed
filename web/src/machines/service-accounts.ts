import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
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

/** Those that one manages, of all groups. */
export const serviceAccountsQuery = queryOptions({
  queryKey: ['service-accounts'],
  queryFn: ({ signal }) => call(listServiceAccounts, undefined, { signal }),
})

/** Keys of which one takes codes, and those that wait for a manager. */
export const accountKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['service-accounts', id, 'shares'],
    queryFn: ({ signal }) => call(listServiceAccountShares, { params: { id } }, { signal }),
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
