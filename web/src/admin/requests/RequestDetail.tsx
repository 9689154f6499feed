import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type getRequest, isDeletion, type Request } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import { Loaded } from '../../kits/Loaded.tsx'
import { translateComplaint } from '../../lib/server-texts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { ChangedFacts } from './ChangedFacts.tsx'
import { RequestCourse } from './RequestCourse.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { RequestImpactList } from './RequestImpact.tsx'
import { type RequestStep, stepsFor } from './request-steps.ts'
import { requestQuery } from './requests.ts'
import { StepDialog } from './StepDialog.tsx'
import { useRequestWords } from './use-request-words.ts'
import type { AskFactor } from './with-factor.ts'

interface RequestDetailProps {
  id: string
  /** The question that is open. */
  step: RequestStep | undefined
  onStep: (step: RequestStep | undefined) => void
  askFactor: AskFactor
}

export function RequestDetail({ id, ...decision }: RequestDetailProps) {
  const { t } = useLingui()
  return (
    <Loaded of={useQuery(requestQuery(id))} failed={t`The request could not be loaded`} level={2}>
      {(detail) => <Shown detail={detail} {...decision} />}
    </Loaded>
  )
}

function Shown({ detail, step, onStep, askFactor }: Omit<RequestDetailProps, 'id'> & { detail: CallResponse<typeof getRequest> }) {
  const { t } = useLingui()
  const { request, impact_now: now } = detail
  const { state, subject } = request
  const steps = stepsFor(detail)
  const labels: Record<RequestStep, string> = {
    approve: t`Approve`,
    refuse: t`Refuse`,
    withdraw: t`Withdraw`,
    explain: t`Give a reason`,
    resume: t`Resume`,
    end: t`End`,
  }
  return (
    <Panel
      title={request.what}
      footerStays
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p className="flex-[1_1_12rem] text-sm text-text-2 max-sm:basis-full">
            {steps.includes('approve') ? <Trans>You confirm with your PIN and your second factor.</Trans> : <Standing detail={detail} />}{' '}
            {state === 'waiting' && detail.cannot_approve === 'no_factor' && (
              <Link to="/profile" search={{ tab: 'security' }}>
                <Trans>Add a second factor</Trans>
              </Link>
            )}
          </p>
          <div className="ui-actions">
            {steps.map((what) => (
              <Button
                key={what}
                {...((what === 'approve' || what === 'resume') && { variant: 'danger-line' as const })}
                onPress={() => onStep(what)}
              >
                {labels[what]}
              </Button>
            ))}
          </div>
        </div>
      }
    >
      <div className="grid gap-5">
        <Asking request={request} />
        <RequestFacts detail={detail} />
        <section className="grid gap-2">
          <h3 className="font-medium">{state === 'waiting' ? <Trans>If this runs</Trans> : <Trans>When it was asked for</Trans>}</h3>
          <RequestImpactList detail={detail} />
          <ChangedFacts request={request} now={now} />
          {state === 'waiting' && subject?.id && isDeletion(request) && request.impact.keys > 0 && (
            <div className="grid justify-items-start gap-2">
              <p>
                <Trans>To keep the keys, refuse this, deactivate the account instead, and hand the keys over.</Trans>
              </p>
              <LinkButton size="sm" to="/admin/users/$id" params={{ id: subject.id }}>
                <Trans>Open the account</Trans>
              </LinkButton>
            </div>
          )}
        </section>
        <section className="grid gap-2">
          <h3 className="font-medium">
            <Trans>How it is decided</Trans>
          </h3>
          <RequestCourse detail={detail} />
        </section>
      </div>
      {step !== undefined && steps.includes(step) && (
        <StepDialog detail={detail} step={step} title={request.what} askFactor={askFactor} onClose={() => onStep(undefined)} />
      )}
    </Panel>
  )
}

/** State of the request, or the reason why the reader cannot approve or resume it. */
function Standing({ detail }: { detail: CallResponse<typeof getRequest> }) {
  const words = useRequestWords()
  const { request } = detail
  const refusal = words.refused(detail)
  if (refusal !== undefined) return refusal
  if (request.decided_at === null) return words.states[request.state].label
  return (
    <>
      {words.decided(request)} <Ago time={request.decided_at} />
    </>
  )
}

/** The requester, the reason, and the outcome. */
function Asking({ request }: { request: Request }) {
  const words = useRequestWords()
  const { asker, state, reason, outcome } = request
  const isRunning = state === 'running' || state === 'approved'
  return (
    <div className="grid gap-3">
      <div>
        <Badge tone={words.states[state].tone}>
          {state !== 'waiting' ? (
            words.states[state].label
          ) : request.runs_at === null ? (
            <Trans>
              Expires <At time={request.expires_at} />
            </Trans>
          ) : (
            <Trans>
              Runs <At time={request.runs_at} />
            </Trans>
          )}
        </Badge>
      </div>
      <p className="wrap-anywhere">
        <Trans>
          {asker.name} asked for this <Ago time={request.created_at} />
        </Trans>
      </p>
      {reason === '' ? (
        <p className="text-text-2">
          <Trans>No reason was given.</Trans>
        </p>
      ) : (
        <blockquote className="border-s-2 border-border-strong ps-3 wrap-anywhere text-text-2">{reason}</blockquote>
      )}
      {isRunning && <ProgressBar label={words.states[state].label} />}
      {outcome !== '' && (
        <Alert type={state === 'interrupted' || state === 'failed' ? 'error' : 'info'}>{translateComplaint(outcome)}</Alert>
      )}
    </div>
  )
}
