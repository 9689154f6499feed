import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProfileUser } from '@twofold/contract/profile'
import type { ReactNode } from 'react'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StatusBadge } from './AccountCard.tsx'
import { profileStatsQuery } from './profile.ts'

export function AccountInformation({ profile }: { profile: ProfileUser }) {
  const { t, i18n } = useLingui()
  const { data, isError } = useQuery(profileStatsQuery)
  const figure = (value: number | undefined): ReactNode =>
    value !== undefined ? (
      i18n.number(value)
    ) : isError ? (
      <span className="text-text-3">{t`Not available`}</span>
    ) : (
      <Skeleton width="1.5rem" />
    )
  return (
    <Panel title={t`Account Information`} className="self-start">
      <Facts>
        <Fact name={<Trans>Account Created</Trans>}>
          <time dateTime={profile.created_at}>{i18n.date(new Date(profile.created_at), { dateStyle: 'medium' })}</time>
        </Fact>
        <Fact name={<Trans>Account Status</Trans>}>
          <StatusBadge isActive={profile.is_active} />
        </Fact>
        <Fact name={<Trans>Keys Shared by Me</Trans>}>{figure(data?.stats.keys_shared_by_me)}</Fact>
        <Fact name={<Trans>Recovery Codes Used</Trans>}>{figure(data?.stats.recovery_codes_used)}</Fact>
      </Facts>
    </Panel>
  )
}
