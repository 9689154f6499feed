import { Trans, useLingui } from '@lingui/react/macro'
import type { AwaitingTake } from '@twofold/contract/takes'
import { CircleCheck } from '../ui/icons/CircleCheck.ts'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Card } from '../ui/Panel.tsx'
import { DecideButtons } from './DecideButtons.tsx'
import { TakeQuestion } from './TakeQuestion.tsx'
import { useApprovals, useDecideTake } from './use-approvals.ts'

/** One take that waits for a decision, linked from an e-mail or the program itself. Opening the page decides nothing. */
export function TakeDecision({ id }: { id: string }) {
  const { t } = useLingui()
  const approvals = useApprovals()
  const [result, setResult] = useState<string>()
  if (result !== undefined) return <Over title={result} />
  return (
    <Loaded of={approvals} failed={t`This request could not be loaded`} frame="card">
      {({ data }) => {
        const take = data.find((one) => one.id === id)
        return take === undefined ? <Over title={t`This request no longer waits`} /> : <Question take={take} onDone={setResult} />
      }}
    </Loaded>
  )
}

function Question({ take, onDone }: { take: AwaitingTake; onDone: (message: string) => void }) {
  const decide = useDecideTake(take, onDone)
  const { asked_by: who } = take
  const { name } = take.key
  return (
    <Card>
      <div className="grid max-w-[36rem] gap-5">
        <h2 className="text-lg font-semibold">
          <Trans>
            {who} wants a code of {name}
          </Trans>
        </h2>
        <TakeQuestion take={take} />
        <div className="flex flex-wrap gap-3">
          <DecideButtons take={take} decide={decide} />
        </div>
      </div>
    </Card>
  )
}

/** Decided here, or nothing left to decide. */
function Over({ title }: { title: string }) {
  return (
    <Card role="status">
      <EmptyState
        icon={CircleCheck}
        title={title}
        action={
          <LinkButton to="/dashboard">
            <Trans>Go to your keys</Trans>
          </LinkButton>
        }
      >
        <Trans>A request ends when somebody decides, when the program gives up, or when its time is over.</Trans>
      </EmptyState>
    </Card>
  )
}
