import { useLingui } from '@lingui/react/macro'
import {
  type getRequest,
  approveRequest,
  endRequest,
  explainRequest,
  refuseRequest,
  type Request,
  resumeRequest,
  withdrawRequest,
} from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import { useState } from 'react'
import { ConfirmDialog } from '../../kits/AskDialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { ChangedFacts } from './ChangedFacts.tsx'
import type { RequestStep } from './request-steps.ts'
import { type AskFactor, withFactor } from './with-factor.ts'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { requestsKey } from './requests.ts'

interface StepDialogProps {
  detail: CallResponse<typeof getRequest>
  step: RequestStep
  title: string
  askFactor: AskFactor
  onClose: () => void
}

/** Asks before a request is decided; what it touches may have changed since it was asked for. */
export function StepDialog({ detail, step, title, askFactor, onClose }: StepDialogProps) {
  const { t } = useLingui()
  const act = useRequestAct(detail, askFactor)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const asksWhy = step === 'refuse' || step === 'explain'
  const words: Record<RequestStep, { title: string; confirm: string; text: string }> = {
    approve: { title: t`Approve this request?`, confirm: t`Approve`, text: t`It is carried out at once.` },
    refuse: { title: t`Refuse this request?`, confirm: t`Refuse`, text: t`Nothing happens. The person who asked sees your reason.` },
    withdraw: { title: t`Withdraw this request?`, confirm: t`Withdraw`, text: t`Nothing happens.` },
    resume: { title: t`Resume this request?`, confirm: t`Resume`, text: t`It is carried out for the people it was not done for.` },
    end: { title: t`End this request?`, confirm: t`End`, text: t`What was done stays done. The rest does not happen.` },
    explain: { title: t`Why do you ask?`, confirm: t`Save`, text: t`The person who decides sees it.` },
  }
  const confirm = () => {
    if (asksWhy && reason.trim() === '') return setProblem(t`Please give a reason`)
    act.mutate({ step, ...(asksWhy && { reason: reason.trim() }) }, { onSettled: onClose })
  }
  return (
    <ConfirmDialog
      title={words[step].title}
      subtitle={title}
      onClose={onClose}
      onConfirm={confirm}
      pending={act.isPending}
      isDirty={reason !== ''}
      confirmLabel={words[step].confirm}
      tone={step === 'approve' || step === 'resume' ? 'danger' : 'primary'}
    >
      <p>{words[step].text}</p>
      {step === 'approve' && <ChangedFacts request={detail.request} now={detail.impact_now} />}
      {asksWhy && (
        <TextArea label={t`Reason`} value={reason} maxLength={500} error={problem} onChange={({ target }) => setReason(target.value)} />
      )}
    </ConfirmDialog>
  )
}

/** Decides about a request, and says how it went. Somebody else may have been quicker, so what is shown is fetched again in any case. */
function useRequestAct({ request: { id }, impact_now: seen }: CallResponse<typeof getRequest>, askFactor: AskFactor) {
  const { t } = useLingui()
  const calls: Record<RequestStep, (reason: string) => Promise<{ message: string; request: Request }>> = {
    approve: () =>
      withFactor(askFactor, () => call(approveRequest, { params: { id }, body: seen === null ? {} : { seen } }, { limitMs: longLimitMs })),
    refuse: (reason) => call(refuseRequest, { params: { id }, body: { reason } }),
    resume: () => call(resumeRequest, { params: { id } }, { limitMs: longLimitMs }),
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
