import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { getProfileStats } from '@twofold/contract/profile'
import { Clock } from '../ui/icons/Clock.ts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { Users } from '../ui/icons/Users.ts'
import { Outlined } from '../kits/Loaded.tsx'
import { Figures } from '../ui/Figures.tsx'
import { When } from '../ui/When.tsx'
import { profileStatsQuery } from './profile.ts'

export function ProfileFigures() {
  const { t } = useLingui()
  return (
    <Outlined of={useQuery(profileStatsQuery)} failed={t`Failed to load statistics`} frame="card">
      {(data) => <StatFigures stats={data?.stats} />}
    </Outlined>
  )
}

function StatFigures({ stats }: { stats: CallResponse<typeof getProfileStats>['stats'] | undefined }) {
  const { t, i18n } = useLingui()
  const codes = stats && stats.recovery_codes_available + stats.recovery_codes_used
  return (
    <Figures
      label={t`Statistics`}
      figures={[
        { label: t`Total 2FA Keys`, icon: KeyRound, value: stats && i18n.number(stats.total_keys), note: <Trans>of your own</Trans> },
        {
          label: t`Shared Keys`,
          icon: Users,
          value: stats && i18n.number(stats.shared_keys_received),
          note: <Trans>shared with you</Trans>,
        },
        {
          label: t`Recovery Codes`,
          icon: LifeBuoy,
          value: stats && i18n.number(stats.recovery_codes_available),
          note: codes === 0 ? <Trans>none made yet</Trans> : codes !== undefined && <Plural value={codes} other="left of #" />,
        },
        {
          label: t`Last Login`,
          icon: Clock,
          value: stats && (stats.last_login ? <When at={stats.last_login} /> : <span data-word="">{t`Never`}</span>),
          note: stats?.last_login && i18n.date(new Date(stats.last_login), { dateStyle: 'medium', timeStyle: 'short' }),
        },
      ]}
    />
  )
}
