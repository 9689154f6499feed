import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DashboardFigures } from '@twofold/contract/admin/dashboard'
import { Server } from '../../ui/icons/Server.ts'
import { numberText } from '../../lib/number-text.ts'
import { FigureList } from '../dashboard/FigureList.tsx'
import { SystemInformation } from '../dashboard/SystemInformation.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { healthQuery } from './system.ts'

const count = (value: number | undefined) => (value === undefined ? undefined : numberText(value))

export const InformationPanel = ({ figures }: { figures: DashboardFigures | undefined }) => (
  <SystemInformation figures={figures} recoveryCodes={count(figures?.system.recovery_codes)} />
)

/** Each process that shares the database. */
export function NodesPanel() {
  const { t } = useLingui()
  const { data } = useQuery(healthQuery)
  if (!data) return null
  return (
    <Panel title={t`Nodes`}>
      <SettingList label={t`Nodes`}>
        {data.nodes.map(({ id, version, roles, since, load }) => (
          <SettingRow
            key={id}
            icon={Server}
            title={version === '' ? t`Unknown version` : t`Twofold ${version}`}
            state={roles.length > 0 && <Badge>{roles.join(', ')}</Badge>}
          >
            <Trans>
              Started <Ago time={since} />.
            </Trans>{' '}
            {load !== null && <Trans>Load {load}%.</Trans>} <span className="wrap-anywhere">{id}</span>
          </SettingRow>
        ))}
      </SettingList>
    </Panel>
  )
}

export function StatisticsPanel({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Statistics`}>
      <FigureList
        figures={[
          { label: t`Users`, value: count(figures?.users.total) },
          { label: t`Active users`, value: count(figures?.users.active) },
          { label: t`Keys`, value: count(figures?.keys.total) },
          { label: t`Shares`, value: count(figures?.shares.total) },
          { label: t`Active sessions (7 days)`, value: count(figures?.sessions.active) },
        ]}
      />
    </Panel>
  )
}

/** Figures of people and codes that belong to the health of the system. */
export function HealthFigures({ figures }: { figures: DashboardFigures | undefined }) {
  const { t } = useLingui()
  return (
    <div className="mb-6 border-b border-border pb-5">
      <FigureList
        figures={[
          { label: t`Admin users`, value: count(figures?.users.admins) },
          { label: t`Deactivated users`, value: count(figures?.users.deactivated) },
          { label: t`Unused recovery codes`, value: count(figures?.system.unused_recovery_codes) },
        ]}
      />
    </div>
  )
}
