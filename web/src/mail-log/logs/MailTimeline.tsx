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
    <ol className="grid gap-3" aria-label={t`Status timeline`}>
      {steps.map(({ key, label, at }, index) => (
        <li key={key} className="relative flex flex-wrap justify-between gap-x-4 ps-5">
          <i
            className={`absolute start-0 top-[0.4em] size-2.5 rounded-full forced-color-adjust-none forced-colors:bg-[CanvasText] ${bad.has(key) ? 'bg-danger' : 'bg-accent'}`}
          />
          {index > 0 && <i className="absolute start-1 bottom-[calc(100%-0.2em)] h-[calc(0.75rem+0.3em)] w-0.5 bg-border-strong" />}
          <span className="font-medium">{label}</span>
          <span className="text-sm text-text-2">
            <At time={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
