import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  approveRequest,
  endRequest,
  explainRequest,
  type getRequest,
  refuseRequest,
  type Request,
  resumeRequest,
  withdrawRequest,
} from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import type { RequestStep } from './request-steps.ts'
import { requestsKey } from './requests.ts'
import { type AskFactor, withFactor } from './with-factor.ts'

/** Decides about a request, and says how it went. Somebody else may have been quicker, so what is shown is fetched again in any case. */
export function useRequestAct({ request: { id }, impact_now: seen }: CallResponse<typeof getRequest>, askFactor: AskFactor) {
  const { t } = useLingui()
  const client = useQueryClient()
  const send: Record<RequestStep, (reason: string) => Promise<{ message: string; request: Request }>> = {
    approve: () => withFactor(askFactor, () => call(approveRequest, { params: { id }, body: seen === null ? {} : { seen } })),
    refuse: (reason) => call(refuseRequest, { params: { id }, body: { reason } }),
    resume: () => call(resumeRequest, { params: { id } }),
    end: () => call(endRequest, { params: { id } }),
    withdraw: () => call(withdrawRequest, { params: { id } }),
    explain: (reason) => call(explainRequest, { params: { id }, body: { reason } }),
  }
  return useMutation({
    mutationFn: ({ step, reason = '' }: { step: RequestStep; reason?: string }) => send[step](reason),
    meta: { fallback: t`The request could not be changed` },
    onSuccess: ({ message, request }) => void (request.state === 'failed' ? toast.error(message) : toast.success(message)),
    onSettled: () => client.invalidateQueries({ queryKey: requestsKey }),
  })
}
