import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getReport } from '@twofold/contract/admin/system'
import { FileDown } from '../../ui/icons/FileDown.ts'
import { RefreshCw } from '../../ui/icons/RefreshCw.ts'
import type { ReactNode } from 'react'
import { call } from '../../lib/call.ts'
import { jsonOf, saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { BusyOverlay } from './BusyOverlay.tsx'
import { useOperation } from './use-operation.ts'

/** `children`: links to other screens. */
export function ToolsPanel({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const report = useOperation({
    action: () => t`Generate Report`,
    async send() {
      const data = await call(getReport)
      const name = `system-report-${data.generated_at.slice(0, 10)}.json`
      saveFile(jsonOf(data), name)
      return name
    },
    done: (name) => t`Saved as ${name}.`,
    said: false,
    failed: (message) => t`Failed to generate report: ${message}`,
    renews: [],
  })
  const refresh = useOperation({
    action: () => t`Refresh Statistics`,
    send: () => client.refetchQueries({ queryKey: ['admin'], type: 'active' }, { throwOnError: true }),
    done: () => t`Statistics are up to date.`,
    failed: (message) => t`Failed to refresh statistics: ${message}`,
    renews: [],
  })
  return (
    <Panel title={t`System Tools`}>
      <div className="ui-actions">
        <Button icon={FileDown} onPress={() => report.mutate()}>
          <Trans>Generate Report</Trans>
        </Button>
        <Button icon={RefreshCw} onPress={() => refresh.mutate()}>
          <Trans>Refresh Statistics</Trans>
        </Button>
        {children}
      </div>
      {report.isPending && <BusyOverlay label={t`Generating report...`} />}
      {refresh.isPending && <BusyOverlay label={t`Refreshing statistics...`} />}
    </Panel>
  )
}
