import { Trans, useLingui } from '@lingui/react/macro'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { RefreshCw } from '../../ui/icons/RefreshCw.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { StatCard, StatGrid } from '../../ui/StatCard.tsx'

type Progress = LeaverPlan['owned']

export function PlanFigures({ plan: { owned, rotate, safe } }: { plan: LeaverPlan }) {
  const { t } = useLingui()
  return (
    <StatGrid label={t`Figures`}>
      <StatCard icon={KeyRound} label={t`Keys to decide about`} value={left(owned)} note={<Done {...owned} />} />
      <StatCard icon={RefreshCw} label={t`Secrets to rotate`} value={left(rotate)} note={<Done {...rotate} />} />
      <StatCard icon={ShieldCheck} label={t`Safe`} value={safe} note={<Trans>They only had codes</Trans>} />
    </StatGrid>
  )
}

const left = ({ done, total }: Progress) => total - done

function Done({ done, total }: Progress) {
  return total === 0 ? <Trans>None</Trans> : <Trans>{`${done} of ${total} done`}</Trans>
}
