import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProgramRefusal } from '@twofold/contract/admin/programs'
import { ShieldBan } from '../../ui/icons/ShieldBan.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { RefusedClaims } from '../RefusedClaims.tsx'
import { TrustDialog } from '../TrustDialog.tsx'
import { nameOfClaims, trustsQuery } from '../trusts.ts'

/** Rules are made by managers: an administrator who is none sees what was refused. */
export function RefusedList({ refusals }: { refusals: readonly ProgramRefusal[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ProgramRefusal>()
  return (
    <>
      <SettingList label={t`Refused runs`}>
        {refusals.map((refused) => {
          const { account } = refused
          const { name } = account
          const title = nameOfClaims(refused.claims) || refused.issuer.name
          const canHelp = refused.reason === 'no_rule' && Object.keys(refused.suggestion).length > 0
          return (
            <SettingRow
              key={refused.id}
              icon={ShieldBan}
              title={title}
              actions={
                canHelp &&
                account.is_managed && (
                  <Button size="sm" aria-label={t`Make a rule from this: ${title}`} onPress={() => setChosen(refused)}>
                    <Trans>Make a rule from this</Trans>
                  </Button>
                )
              }
            >
              <Trans>For the service account {name}.</Trans> <RefusedClaims refused={refused} />
              {canHelp && !account.is_managed && <Trans>A manager of {name} can make a rule from it.</Trans>}
            </SettingRow>
          )
        })}
      </SettingList>
      {chosen && <RuleFromRefusal refused={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function RuleFromRefusal({ refused, onClose }: { refused: ProgramRefusal; onClose: () => void }) {
  const { data } = useQuery(trustsQuery(refused.account.id))
  if (!data) return null
  return <TrustDialog account={refused.account} issuers={data.issuers} audience={data.audience} refused={refused} onClose={onClose} />
}
