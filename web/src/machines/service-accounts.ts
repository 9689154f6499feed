import { useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  acceptServiceAccountShare,
  addServiceAccount,
  declineServiceAccountShare,
  deleteServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
  resumeServiceAccount,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { call } from '../lib/call.ts'
import { randomId } from '../lib/random-id.ts'
import { toast } from '../ui/toast.ts'

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
function useAct<Input>(act: (input: Input) => Promise<{ message: string }>, onDone?: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    meta: { fallback: t`The service account could not be changed. Please try again.` },
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone?.()
    },
    onSettled: () => client.invalidateQueries({ queryKey: serviceAccountsQuery.queryKey }),
  })
}

export const useAddAccount = (groupId: string, onDone: () => void) =>
  useAct((name: string) => call(addServiceAccount, { body: { group_id: groupId, name } }, { idempotencyKey: randomId() }), onDone)

export const useAccountAct = (id: string, onDone: () => void) => useAct((act: AccountAct) => call(acts[act], { params: { id } }), onDone)

export const useAnswerKey = (id: string) =>
  useAct(({ shareId, answer }: { shareId: string; answer: keyof typeof answers }) =>
    call(answers[answer], { params: { id, share_id: shareId } }),
  )
