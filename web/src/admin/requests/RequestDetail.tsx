import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { translateComplaint } from '../../lib/server-texts.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/EmptyState.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { At } from '../../ui/TimeText.tsx'
import { RequestImpactList } from './RequestImpact.tsx'
import { requestQuery } from './requests.ts'
import { type RequestStep, useRequestAct } from './use-request-act.ts'
import { useRequestWords } from './use-request-words.ts'

/** Who asks for what and why, what it touches, and how it is decided. */
export function RequestDetail({ id }: { id: string }) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(requestQuery(id))
  const [step, setStep] = useState<RequestStep>()
  const words = useRequestWords()
  if (error)
    return (
      <ErrorState title={t`The request could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
        {failureMessage(error, error.message)}
      </ErrorState>
    )
  if (data === undefined) return <Loading />
  const { request, impact_now: now, cannot_approve: refusal, is_own: isOwn } = data
  const { asker, state, reason, outcome, impact } = request
  const badge = words.states[state]
  const isWaiting = state === 'waiting'
  const hasChanged = now !== null && JSON.stringify(now) !== JSON.stringify(impact)
  return (
    <Panel title={words.title(request)}>
      <div className="grid gap-4">
        <Facts>
          <Fact name={t`State`}>
            <Badge tone={badge.tone}>{badge.label}</Badge>
          </Fact>
          <Fact name={t`Asked by`}>
            {asker.name}, <At time={request.created_at} />
          </Fact>
          <Fact name={t`Reason`}>{reason === '' ? t`None given` : reason}</Fact>
          {request.decided_at !== null && (
            <Fact name={t`Decided`}>
              {request.decided_by ?? t`By itself`}, <At time={request.decided_at} />
            </Fact>
          )}
          {outcome !== '' && <Fact name={t`Outcome`}>{translateComplaint(outcome)}</Fact>}
        </Facts>
        <section className="grid gap-2">
          <h3 className="font-medium">
            <Trans>If this runs</Trans>
          </h3>
          <RequestImpactList request={request} impact={now ?? impact} />
          {hasChanged && (
            <Alert type="warning">
              <Trans>The numbers have changed since this was asked for.</Trans>
            </Alert>
          )}
        </section>
        {isWaiting && (
          <p>
            {request.runs_at === null ? (
              <Trans>
                Another administrator approves or refuses. It expires <At time={request.expires_at} />.
              </Trans>
            ) : (
              <Trans>
                There is no other administrator, so the wait is the only guard. It runs <At time={request.runs_at} /> unless somebody stops
                it.
              </Trans>
            )}
          </p>
        )}
        {isWaiting && refusal !== null && <Alert type="info">{words.refusals[refusal]}</Alert>}
        {isWaiting && (
          <div className="flex flex-wrap justify-end gap-3">
            {isOwn ? (
              <>
                <Button onPress={() => setStep('withdraw')}>{t`Withdraw`}</Button>
                <Button variant="primary" onPress={() => setStep('explain')}>{t`Give a reason`}</Button>
              </>
            ) : (
              <>
                <Button onPress={() => setStep('refuse')}>{t`Refuse`}</Button>
                {refusal === null && <Button variant="danger-line" onPress={() => setStep('approve')}>{t`Approve`}</Button>}
              </>
            )}
          </div>
        )}
        {state === 'interrupted' && (
          <div className="flex flex-wrap justify-end gap-3">
            <Button onPress={() => setStep('end')}>{t`End It`}</Button>
            <Button variant="danger-line" onPress={() => setStep('resume')}>{t`Go On`}</Button>
          </div>
        )}
      </div>
      {step && <StepDialog id={id} step={step} title={words.title(request)} onClose={() => setStep(undefined)} />}
    </Panel>
  )
}

function StepDialog({ id, step, title, onClose }: { id: string; step: RequestStep; title: string; onClose: () => void }) {
  const { t } = useLingui()
  const act = useRequestAct(id)
  const [reason, setReason] = useState('')
  useUnsavedChanges(reason !== '')
  const [problem, setProblem] = useState<string>()
  const asksWhy = step === 'refuse' || step === 'explain'
  const words: Record<RequestStep, { title: string; confirm: string; text: string }> = {
    approve: { title: t`Approve this request?`, confirm: t`Approve`, text: t`It is carried out at once.` },
    refuse: { title: t`Refuse this request?`, confirm: t`Refuse`, text: t`Nothing happens. Whoever asked reads your reason.` },
    withdraw: { title: t`Withdraw this request?`, confirm: t`Withdraw`, text: t`Nothing happens.` },
    resume: { title: t`Go on with this request?`, confirm: t`Go On`, text: t`It is carried out for those for whom it was not done.` },
    end: { title: t`End this request?`, confirm: t`End It`, text: t`What was done stays done. The rest does not happen.` },
    explain: { title: t`Why do you ask?`, confirm: t`Save`, text: t`Whoever decides reads it.` },
  }
  const confirm = () => {
    if (asksWhy && reason.trim() === '') return setProblem(t`Please give a reason`)
    act.mutate({ step, ...(asksWhy && { reason: reason.trim() }) }, { onSettled: onClose })
  }
  return (
    <AlertDialog
      title={words[step].title}
      subtitle={title}
      onClose={onClose}
      onConfirm={confirm}
      pending={act.isPending}
      confirmLabel={words[step].confirm}
      tone={step === 'approve' || step === 'resume' ? 'danger' : 'primary'}
    >
      <div className="grid gap-3">
        <p>{words[step].text}</p>
        {asksWhy && (
          <TextArea label={t`Reason`} value={reason} maxLength={500} error={problem} onChange={({ target }) => setReason(target.value)} />
        )}
      </div>
    </AlertDialog>
  )
}
