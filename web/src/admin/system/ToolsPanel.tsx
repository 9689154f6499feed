import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getReport } from '@twofold/contract/admin/system'
import { FileDown, RefreshCw } from '../../ui/icons.generated.ts'
import type { ReactNode } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { BusyOverlay } from './BusyOverlay.tsx'
import { noteOperation } from './operations.ts'

/** `children`: links to other screens. */
export function ToolsPanel({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const report = useMutation({
    mutationFn: () => call(getReport),
    onSuccess: (data) => {
      const name = `system-report-${data.generated_at.slice(0, 10)}.json`
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name)
      noteOperation({ action: t`Generate Report`, result: t`Saved as ${name}.`, outcome: 'success' })
    },
    onError: (error) => {
      const message = failureMessage(error, t`Unknown error`)
      noteOperation({ action: t`Generate Report`, result: t`Failed to generate report: ${message}`, outcome: 'error' })
      toast.error(t`Failed to generate report: ${message}`)
    },
  })
  const refresh = useMutation({
    mutationFn: () => client.refetchQueries({ queryKey: ['admin'], type: 'active' }, { throwOnError: true }),
    onSuccess: () => {
      noteOperation({ action: t`Refresh Statistics`, result: t`Statistics are up to date.`, outcome: 'success' })
      toast.success(t`Statistics are up to date.`)
    },
    onError: (error) => {
      const message = failureMessage(error, t`Unknown error`)
      noteOperation({ action: t`Refresh Statistics`, result: t`Failed to refresh statistics: ${message}`, outcome: 'error' })
      toast.error(t`Failed to refresh statistics: ${message}`)
    },
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
