import { Trans } from '@lingui/react/macro'
import type { AwaitingTake } from '@twofold/contract/takes'
import { Button } from '../ui/Button.tsx'
import type { useDecideTake } from './use-approvals.ts'

/** The yes repeats the number that the program has to show. */
export function DecideButtons({ take, decide }: { take: AwaitingTake; decide: ReturnType<typeof useDecideTake> }) {
  const { number } = take
  return (
    <>
      <Button variant="danger-line" pending={decide.isPending} onPress={() => decide.mutate(false)}>
        <Trans>Deny</Trans>
      </Button>
      {take.may_decide && (
        <Button variant="primary" pending={decide.isPending} onPress={() => decide.mutate(true)}>
          <Trans>Approve {number}</Trans>
        </Button>
      )}
    </>
  )
}
