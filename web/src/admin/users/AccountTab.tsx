import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UserDetail } from '@twofold/contract/admin/user-detail'
import { FigureList } from '../dashboard/FigureList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { SecondFactorBadge } from './UserTable.tsx'

export function AccountTab({ user }: { user: UserDetail }) {
  const { t } = useLingui()
  const { statistics } = user
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <Panel title={t`Account Information`}>
        <FigureList
          figures={[
            { label: t`User ID`, value: <code>{user.id}</code> },
            { label: t`Account Age`, value: <Plural value={statistics.account_age_days} one="# day" other="# days" /> },
            { label: t`Last Activity`, value: statistics.last_activity ? <Ago time={statistics.last_activity} /> : t`Never` },
            { label: t`Created At`, value: <At time={user.created_at} /> },
            { label: t`Last Login`, value: user.last_login_at ? <At time={user.last_login_at} /> : t`Never` },
          ]}
        />
      </Panel>
      <Panel title={t`Security and Use`}>
        <FigureList
          figures={[
            {
              label: t`E-mail address`,
              value: (
                <span className="flex flex-wrap gap-2">
                  {user.email_verified ? <Badge tone="success">{t`Verified`}</Badge> : <Badge tone="warning">{t`Not verified`}</Badge>}
                  {user.is_suppressed && (
                    <Link to="/admin/email/suppressions" search={{ search: user.email }}>
                      <Badge tone="danger">{t`On the suppression list`}</Badge>
                    </Link>
                  )}
                </span>
              ),
            },
            {
              label: t`Sign-in`,
              value: user.is_locked ? (
                <Badge tone="danger">{t`Locked`}</Badge>
              ) : user.must_change_password ? (
                <Badge tone="warning">{t`Has to change the password`}</Badge>
              ) : (
                <Badge tone="success">{t`Open`}</Badge>
              ),
            },
            { label: t`Second factor`, value: <SecondFactorBadge isOn={user.has_second_factor} /> },
            {
              label: t`Codes`,
              value: user.is_stopped ? (
                <Badge tone="danger">{t`Stopped by the user`}</Badge>
              ) : user.codes_closed_until ? (
                <Badge tone="warning">{t`Closed after an act of an administrator`}</Badge>
              ) : (
                <Badge tone="success">{t`Open`}</Badge>
              ),
            },
            { label: t`Recovery Codes`, value: `${statistics.recovery_codes_available}/${statistics.recovery_codes_total}` },
            { label: t`Recent Keys (30d)`, value: statistics.recent_keys },
            { label: t`Recent Shares (30d)`, value: statistics.recent_shares },
          ]}
        />
      </Panel>
    </div>
  )
}
