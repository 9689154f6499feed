import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { useMailStatusLabels } from '../../lib/use-mail-labels.ts'

const tones: Record<MailStatus, BadgeTone> = {
  pending: 'warning',
  sent: 'info',
  delivered: 'success',
  opened: 'success',
  clicked: 'success',
  bounced: 'danger',
  complained: 'danger',
  failed: 'danger',
  unknown: 'neutral',
}

export function MailStatusBadge({ status }: { status: MailStatus }) {
  return <Badge tone={tones[status]}>{useMailStatusLabels()[status]}</Badge>
}
