import { useLingui } from '@lingui/react/macro'
import type { MailLog } from '@twofold/contract/mail-log/logs'
import { At } from '../../ui/At.tsx'
import { useMailStatusLabels } from '../../lib/use-mail-labels.ts'

const moments = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed'] as const
const bad = new Set<string>(['bounced', 'complained', 'failed'])

/** Events of an e-mail, in chronological order. */
export function MailTimeline({ log }: { log: MailLog }) {
  const { t } = useLingui()
  const labels = useMailStatusLabels()
  const known = moments.flatMap((moment) => {
    const at = log[`${moment}_at`]
    return at === null ? [] : [{ key: moment, label: labels[moment], at }]
  })
  const steps = [{ key: 'created', label: t`Queued`, at: log.created_at }, ...known].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <ol className="mail-timeline" aria-label={t`Status timeline`}>
      {steps.map(({ key, label, at }) => (
        <li key={key} data-bad={bad.has(key) || undefined}>
          <span className="font-medium">{label}</span>
          <At time={at} />
        </li>
      ))}
    </ol>
  )
}
