import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { approveTake, type AwaitingTake, denyTake, listApprovals } from '@twofold/contract/takes'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { approvalsHeard } from './approvals-heard.ts'

const approvalsKey = ['takes', 'approvals']
/** Milliseconds between checks whether the program still waits, since its leaving is not reported. */
const lookEvery = 5_000

/** The takes that wait for the reader's decision. */
export function useApprovals() {
  const heard = useLiveValue(approvalsHeard)
  return useQuery({
    ...queryOf([...approvalsKey, heard], listApprovals),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.data.length > 0 ? lookEvery : false),
  })
}

/** A yes with the number that the reader was shown, or a no. */
export function useDecideTake({ id, number }: AwaitingTake, onDone: (message: string) => void) {
  const { t } = useLingui()
  const params = { id }
  return useAct({
    send: (isApproved: boolean) => (isApproved ? call(approveTake, { params, body: { number } }) : call(denyTake, { params })),
    failed: t`The decision could not be saved. Please try again.`,
    said: false,
    renews: [approvalsKey],
    onAnswer: ({ message }) => onDone(message),
  })
}
