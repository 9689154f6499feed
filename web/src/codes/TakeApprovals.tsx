import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import type { AwaitingTake } from '@twofold/contract/takes'
import { useState } from 'react'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { DecideButtons } from './DecideButtons.tsx'
import { TakeQuestion } from './TakeQuestion.tsx'
import { useApprovals, useDecideTake } from './use-approvals.ts'

/** Asks for a yes or a no, one program after the other, over whatever page is open. The page of a decision asks by itself. */
export function TakeApprovals() {
  const { takeId } = useParams({ strict: false })
  const [later, setLater] = useState<ReadonlySet<string>>(new Set())
  const { data } = useApprovals()
  const take = data?.data.find(({ id }) => id !== takeId && !later.has(id))
  return take && <ApprovalDialog key={take.id} take={take} onClose={() => setLater(new Set([...later, take.id]))} />
}

function ApprovalDialog({ take, onClose }: { take: AwaitingTake; onClose: () => void }) {
  const { t } = useLingui()
  const decide = useDecideTake(take, (message) => {
    onClose()
    toast.success(message)
  })
  const { asked_by: who } = take
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
          <DecideButtons take={take} decide={decide} />
        </>
      }
    >
      <TakeQuestion take={take} />
    </Dialog>
  )
}
