import { useLingui } from '@lingui/react/macro'
import type { DashboardFigures } from '@twofold/contract/admin/dashboard'
import { numberText } from '../../lib/number-text.ts'
import { Panel } from '../../ui/Panel.tsx'
import { FigureList } from './FigureList.tsx'

/** Versions and sizes of the installation. */
export function SystemInformation({
  figures,
  recoveryCodes,
}: {
  figures: DashboardFigures | undefined
  recoveryCodes: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Panel title={t`System Information`}>
      <FigureList
        figures={[
          { label: t`Node.js version`, value: figures?.system.node_version },
          { label: t`Fastify version`, value: figures?.system.framework_version },
          { label: t`PostgreSQL version`, value: figures?.system.database_version },
          { label: t`Database size`, value: figures && t`${numberText(figures.system.database_size)} MB` },
          { label: t`Recovery codes`, value: recoveryCodes },
        ]}
      />
    </Panel>
  )
}
