import { Trans, useLingui } from '@lingui/react/macro'
import type { AwaitingTake } from '@twofold/contract/takes'
import { Alert } from '../ui/Alert.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'

/** Facts for a decision about a take: the number to compare, and what is known about the program. */
export function TakeQuestion({ take }: { take: AwaitingTake }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <b className="font-code text-[2.5rem] leading-[1.15] font-[560] tabular-nums">{take.number}</b>
        <Trans>Approve only if the program shows this number.</Trans>
      </p>
      {!take.may_decide && (
        <Alert type="warning">
          <Trans>Somebody else has to approve this: you made the token or the rule that it came by.</Trans>
        </Alert>
      )}
      <TakeFacts take={take} />
    </>
  )
}

/** Verified facts, then the program's own statements, as plain text. */
function TakeFacts({ take }: { take: AwaitingTake }) {
  const { i18n } = useLingui()
  const { verified_run: run, stated_run: stated } = take
  const claims = Object.entries(run?.claims ?? {})
  const said = [take.reason, stated?.id, stated?.url].filter(Boolean)
  return (
    <Facts>
      <Fact name={take.is_service_account ? <Trans>Service account</Trans> : <Trans>Person</Trans>}>{take.asked_by}</Fact>
      <Fact name={<Trans>Token</Trans>}>
        {take.token_name} <span className="font-code">…{take.last_four}</span>
      </Fact>
      {run && (
        <Fact name={<Trans>Verified run</Trans>}>
          {run.url === null ? (
            claims.map(([name, value]) => <div key={name}>{`${name}: ${value}`}</div>)
          ) : (
            <a href={run.url} target="_blank" rel="noreferrer">
              {run.url}
            </a>
          )}
        </Fact>
      )}
      {said.length > 0 && (
        <Fact name={<Trans>Stated by the program</Trans>}>
          {said.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Fact>
      )}
      {take.address !== null && (
        <Fact name={<Trans>Address</Trans>}>
          <span className="font-code">{take.address}</span>
        </Fact>
      )}
      <Fact name={<Trans>Waits until</Trans>}>{i18n.date(new Date(take.deadline), { timeStyle: 'medium' })}</Fact>
    </Facts>
  )
}
