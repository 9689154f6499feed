import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { ReportView } from '../../../admin/system/ReportView.tsx'
import { reportQuery } from '../../../admin/system/system.ts'
import { failureMessage } from '../../../lib/api-error.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/EmptyState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Card } from '../../../ui/Panel.tsx'
import { At } from '../../../ui/TimeText.tsx'

export const Route = createFileRoute('/admin/system/report')({ component: ReportScreen })

function ReportScreen() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(reportQuery)
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
      {data ? (
        <ReportView report={data} />
      ) : (
        <Card>
          {error ? (
            <ErrorState title={t`The report could not be made`} onRetry={() => void refetch()} retrying={isFetching}>
              {failureMessage(error, error.message)}
            </ErrorState>
          ) : (
            <Loading label={t`Generating report...`} />
          )}
        </Card>
      )}
    </AdminPage>
  )
}
