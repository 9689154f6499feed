import { Trans, useLingui } from '@lingui/react/macro'
import { giveTurnBack, takeTurn, type Turn } from '@twofold/contract/codes'
import { useAct } from '../../../kits/use-act.ts'
import { Hand } from '../../../ui/icons/Hand.ts'
import { useCodesFeed, useSecondsSince } from '../../../codes/use-codes.tsx'
import type { AnyKey } from '../../../keys/vault-sections.ts'
import { call } from '../../../lib/call.ts'
import { Button } from '../../../ui/Button.tsx'

interface MyTurnProps {
  item: AnyKey
  turn: Turn | undefined
}

/** Reserves the next code of a shared key. A courtesy: nobody is prevented from copying. */
export function MyTurn({ item: { id }, turn }: MyTurnProps) {
  const { t } = useLingui()
  const feed = useCodesFeed()
  const act = useAct({
    send: async (wants: boolean) => void (await (wants ? call(takeTurn, { params: { id } }) : call(giveTurnBack, { params: { id } }))),
    failed: t`The next code could not be reserved.`,
    said: false,
    renews: [],
    onEnd: () => feed.refresh(),
  })
  const hasBegun = useSecondsSince(turn ? Date.parse(turn.from) : Number.POSITIVE_INFINITY) > 0
  return (
    <div className="flex flex-wrap items-center gap-2 [&>p:empty]:hidden">
      <p role="status">{turn && <TurnText turn={turn} hasBegun={hasBegun} />}</p>
      {!turn && (
        <Button variant="secondary" icon={Hand} pending={act.isPending} onPress={() => act.mutate(true)}>
          <Trans>My turn</Trans>
        </Button>
      )}
      {turn?.is_own === true && !hasBegun && (
        <Button variant="secondary" pending={act.isPending} onPress={() => act.mutate(false)}>
          <Trans>Give back</Trans>
        </Button>
      )}
    </div>
  )
}

function TurnText({ turn, hasBegun }: { turn: Turn; hasBegun: boolean }) {
  const { t } = useLingui()
  const who = turn.by.trim() || t`Unknown`
  if (turn.is_own) return hasBegun ? <Trans>This code is yours.</Trans> : <Trans>The next code is yours.</Trans>
  return hasBegun ? <Trans>{who} reserved this code.</Trans> : <Trans>{who} reserved the next code.</Trans>
}
