import { Trans, useLingui } from '@lingui/react/macro'
import type { RefusedExchange } from '@twofold/contract/workload'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ShieldBan } from '../ui/icons/ShieldBan.ts'
import { SettingRow } from '../ui/SettingRow.tsx'
import { RefusedClaims } from './RefusedClaims.tsx'
import { nameOfClaims } from './trusts.ts'

/** A run that was refused, with the rule that would let the next one in. */
export function RefusedRow({ refused, onMake }: { refused: RefusedExchange; onMake: () => void }) {
  const { t } = useLingui()
  const title = nameOfClaims(refused.claims) || refused.issuer.name
  const canHelp = refused.reason === 'no_rule' && Object.keys(refused.suggestion).length > 0
  return (
    <SettingRow
      icon={ShieldBan}
      title={title}
      state={<Badge tone="warning">{t`Refused`}</Badge>}
      actions={
        canHelp && (
          <Button size="sm" aria-label={t`Make a rule from this: ${title}`} onPress={onMake}>
            <Trans>Make a rule from this</Trans>
          </Button>
        )
      }
    >
      <RefusedClaims refused={refused} />
    </SettingRow>
  )
}
