import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Printer } from '../../../ui/icons/Printer.ts'
import { ReportView } from '../../../admin/system/ReportView.tsx'
import { reportQuery } from '../../../admin/system/system.ts'
import { Loaded } from '../../../kits/Loaded.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { At } from '../../../ui/At.tsx'

export const Route = createFileRoute('/admin/system/report')({ component: ReportScreen })

function ReportScreen() {
  const { t } = useLingui()
  const report = useQuery(reportQuery)
  const { data } = report
  return (
    <AdminPage
      title={t`System report`}
      crumbs={[{ label: t`System`, to: '/admin/system' }, { label: t`Report` }]}
      subtitle={
        data && (
          <Trans>
            Made by {data.generated_by} on <At time={data.generated_at} />
          </Trans>
        )
      }
      actions={
        data && (
          <Button variant="primary" icon={Printer} onPress={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
        )
      }
    >
      <Loaded of={report} failed={t`The report could not be made`} loading={t`Generating report...`} frame="card">
        {(made) => <ReportView report={made} />}
      </Loaded>
    </AdminPage>
  )
}
