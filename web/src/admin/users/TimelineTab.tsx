import { Trans, useLingui } from '@lingui/react/macro'
import type { UserDetail } from '@twofold/contract/admin/user-detail'
import { Activity } from '../../ui/icons/Activity.ts'
import { Clock } from '../../ui/icons/Clock.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { LogIn } from '../../ui/icons/LogIn.ts'
import { Share2 } from '../../ui/icons/Share2.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { Row } from '../../ui/Row.tsx'

const icons = { 'user-plus': UserPlus, login: LogIn, key: KeyRound, share: Share2, other: Activity } as const
const colors: Record<string, string> = {
  blue: 'text-info-text',
  green: 'text-success-text',
  indigo: 'text-accent-text',
  purple: 'text-chart-2',
}

export function TimelineTab({ items }: { items: UserDetail['activity_timeline'] }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Activity Timeline`} padding="none">
      {items.length === 0 ? (
        <EmptyState icon={Clock} title={t`No activity found`} level={3}>
          <Trans>This user has no recorded activity.</Trans>
        </EmptyState>
      ) : (
        <ol className="max-h-120 overflow-y-auto" tabIndex={0} aria-label={t`Activity Timeline`}>
          {items.map(({ date, description, icon, color }, index) => (
            <Row key={`${date}-${index}`} stacks>
              <Icon icon={icons[icon]} className={colors[color] ?? 'text-text-3'} />
              <span>{description}</span>
              <At time={date} />
            </Row>
          ))}
        </ol>
      )}
    </Panel>
  )
}
