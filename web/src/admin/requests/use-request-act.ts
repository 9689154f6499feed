import { useLingui } from '@lingui/react/macro'
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
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import type { RequestStep } from './request-steps.ts'
import { requestsKey } from './requests.ts'
import { type AskFactor, withFactor } from './with-factor.ts'

/** Decides about a request, and says how it went. Somebody else may have been quicker, so what is shown is fetched again in any case. */
export function useRequestAct({ request: { id }, impact_now: seen }: CallResponse<typeof getRequest>, askFactor: AskFactor) {
  const { t } = useLingui()
  const calls: Record<RequestStep, (reason: string) => Promise<{ message: string; request: Request }>> = {
    approve: () => withFactor(askFactor, () => call(approveRequest, { params: { id }, body: seen === null ? {} : { seen } })),
    refuse: (reason) => call(refuseRequest, { params: { id }, body: { reason } }),
    resume: () => call(resumeRequest, { params: { id } }),
    end: () => call(endRequest, { params: { id } }),
    withdraw: () => call(withdrawRequest, { params: { id } }),
    explain: (reason) => call(explainRequest, { params: { id }, body: { reason } }),
  }
  return useAct({
    send: ({ step, reason = '' }: { step: RequestStep; reason?: string }) => calls[step](reason),
    failed: t`The request could not be changed`,
    said: ({ message, request }) => ({ message, type: request.state === 'failed' ? 'error' : 'success' }),
    renews: [requestsKey],
  })
}
