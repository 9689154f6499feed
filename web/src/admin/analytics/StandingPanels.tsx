import { useLingui } from '@lingui/react/macro'
import type { Analytics } from '@twofold/contract/admin/analytics'
import type { ReactNode } from 'react'
import { percentText } from '../../lib/number-text.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { countText } from './figure-text.ts'
import { Parts } from './Parts.tsx'

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="grid">
          <dt className="text-sm text-text-2">{name}</dt>
          <dd className="text-lg font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Distribution(keys: Analytics['key_distribution']) {
  const { t } = useLingui()
  return (
    <Panel title={t`2FA Key Distribution`}>
      <div className="grid gap-4">
        <Parts
          whole={keys.total_users}
          parts={[
            { name: t`Users with keys`, count: keys.users_with_keys, tone: 1 },
            { name: t`Users without keys`, count: keys.users_without_keys, tone: 'rest' },
          ]}
        />
        <Facts
          facts={[
            [t`Average keys per user`, countText(keys.average_keys_per_user)],
            [t`Total keys`, countText(keys.total_keys)],
          ]}
        />
      </div>
    </Panel>
  )
}

export function Sharing({ users, ...sharing }: Analytics['sharing_activity'] & { users: number }) {
  const { t } = useLingui()
  const neither = Math.max(0, users - sharing.users_sharing_keys - sharing.users_only_receiving)
  return (
    <Panel title={t`Sharing Activity`}>
      <div className="grid gap-4">
        <Parts
          whole={users}
          parts={[
            { name: t`Users sharing keys`, count: sharing.users_sharing_keys, tone: 1 },
            { name: t`Only receiving`, count: sharing.users_only_receiving, tone: 2 },
            { name: t`Neither`, count: neither, tone: 'rest' },
          ]}
        />
        <Facts
          facts={[
            [t`Users receiving shares`, countText(sharing.users_receiving_shares)],
            [t`Total active shares`, countText(sharing.total_shares)],
          ]}
        />
      </div>
    </Panel>
  )
}

export function Health(health: Analytics['health']) {
  const { t } = useLingui()
  const metrics = [
    { name: t`User Engagement`, value: health.user_engagement, note: t`users who have keys` },
    { name: t`Sharing Adoption`, value: health.sharing_adoption, note: t`users who share keys` },
    { name: t`User Retention`, value: health.user_retention, note: t`users who logged in within 30 days` },
  ]
  return (
    <Panel title={t`System Health Metrics`}>
      <div className="grid gap-5">
        {metrics.map(({ name, value, note }) => (
          <div key={name} className="grid gap-2">
            <div className="flex items-baseline justify-between gap-3">
              <span>
                {name} <span className="text-sm text-text-2">{note}</span>
              </span>
              <span className="font-bold tabular-nums">{percentText(value)}</span>
            </div>
            <ProgressBar label={name} value={value} valueText={percentText(value)} />
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-3">
          <span>{t`Keys per Active User`}</span>
          <span className="font-bold tabular-nums">{countText(health.keys_per_active_user)}</span>
        </div>
      </div>
    </Panel>
  )
}
