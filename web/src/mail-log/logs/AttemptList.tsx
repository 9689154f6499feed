import { Trans, useLingui } from '@lingui/react/macro'
import type { MailLogDetails } from '@twofold/contract/mail-log/logs'
import { translateTrouble } from '../../lib/server-texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { At } from '../../ui/At.tsx'
import { useOutcomeLabels } from './use-outcome-labels.ts'

/** Every attempt to hand over an e-mail: the provider, and its reply. */
export function AttemptList({ attempts }: { attempts: MailLogDetails['attempt_log'] }) {
  const { t } = useLingui()
  const labels = useOutcomeLabels()
  if (attempts.length === 0) {
    return (
      <p className="text-text-2">
        <Trans>No provider has been tried yet.</Trans>
      </p>
    )
  }
  return (
    <ol className="grid gap-3" aria-label={t`Attempts`}>
      {attempts.map(({ number, provider_name: provider, outcome, code, detail, started_at: started }) => (
        <li key={`${number} ${started}`} className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{provider}</span>
            <Badge tone={outcome === 'accepted' ? 'success' : outcome === 'refused' ? 'danger' : 'warning'}>{labels[outcome]}</Badge>
          </span>
          <small className="text-sm text-text-2">
            <At time={started} />
          </small>
          {(code ?? detail) && (
            <p className="py-2 px-3 rounded-md bg-sunken font-code text-sm wrap-anywhere">
              {[code, detail && translateTrouble(detail)].filter(Boolean).join(' · ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
