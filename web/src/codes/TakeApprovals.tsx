import './take-approvals.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { approveTake, type AwaitingTake, denyTake, listApprovals } from '@twofold/contract/takes'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { toast } from '../ui/toast.ts'
import { approvalsHeard } from './approvals.ts'

const approvalsKey = ['takes', 'approvals']
/** Milliseconds after which is looked again whether the program still waits: nobody tells that it went away. */
const lookEvery = 5_000

/** Asks for a yes or a no, one program after the other, over whatever page is open. */
export function TakeApprovals() {
  const heard = useLiveValue(approvalsHeard)
  const [later, setLater] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: [...approvalsKey, heard],
    queryFn: ({ signal }) => call(listApprovals, undefined, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.data.length > 0 ? lookEvery : false),
  })
  const take = data?.data.find(({ id }) => !later.has(id))
  return take && <ApprovalDialog key={take.id} take={take} onClose={() => setLater(new Set([...later, take.id]))} />
}

function ApprovalDialog({ take, onClose }: { take: AwaitingTake; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const params = { id: take.id }
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      isApproved ? call(approveTake, { params, body: { number: take.number } }) : call(denyTake, { params }),
    meta: { fallback: t`The decision could not be saved. Please try again.` },
    onSuccess: ({ message }) => {
      onClose()
      toast.success(message)
    },
    onSettled: () => client.invalidateQueries({ queryKey: approvalsKey }),
  })
  const { asked_by: who, number } = take
  const { name } = take.key
  return (
    <Dialog
      title={t`${who} wants a code of ${name}`}
      onClose={onClose}
      pending={decide.isPending}
      footer={
        <>
          <CancelButton>
            <Trans>Later</Trans>
          </CancelButton>
          <Button variant="danger-line" pending={decide.isPending} onPress={() => decide.mutate(false)}>
            <Trans>Deny</Trans>
          </Button>
          {take.may_decide && (
            <Button variant="primary" pending={decide.isPending} onPress={() => decide.mutate(true)}>
              <Trans>Approve {number}</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className="take-approval-number">
        <b>{number}</b>
        <Trans>Approve only if the program shows this number.</Trans>
      </p>
      {!take.may_decide && (
        <Alert type="warning">
          <Trans>Somebody else has to approve this: you made the token or the rule that it came by.</Trans>
        </Alert>
      )}
      <TakeFacts take={take} />
    </Dialog>
  )
}

/** What was checked, then what the program says of itself, as plain text. */
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
