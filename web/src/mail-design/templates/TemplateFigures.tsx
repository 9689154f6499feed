import { useLingui } from '@lingui/react/macro'
import type { listTemplates } from '@twofold/contract/mail-design/templates'
import type { CallResponse } from '@twofold/contract/endpoint'
import { StatCard, StatGrid } from '../../ui/StatCard.tsx'

type TemplateFiguresProps = { data: CallResponse<typeof listTemplates> | undefined; isFailed: boolean }

export function TemplateFigures({ data, isFailed }: TemplateFiguresProps) {
  const { t } = useLingui()
  const linked = data && new Set(data.event_mappings.filter((one) => one.template_slug !== null).map((one) => one.event_name)).size
  return (
    <StatGrid label={t`Figures`} isFailed={isFailed}>
      <StatCard label={t`Total Templates`} value={data?.statistics.total_templates} />
      <StatCard label={t`Active Templates`} value={data?.statistics.active_templates} />
      <StatCard label={t`System Templates`} value={data?.statistics.system_templates} />
      <StatCard label={t`Custom Templates`} value={data?.statistics.custom_templates} />
      <StatCard label={t`Linked Events`} value={linked} />
    </StatGrid>
  )
}
