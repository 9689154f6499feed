import { Trans, useLingui } from '@lingui/react/macro'
import type { Verdict } from '@twofold/contract/email/mappings'
import { Check, X } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'

/** What spoke against sending; undefined where nothing did. */
export const objectionIn = (trace: readonly Verdict[]) => trace.find(({ passed }) => !passed)?.detail

/** Every check that was made before a mail was sent, or not, in order. */
export function DecisionTrace({ trace }: { trace: readonly Verdict[] }) {
  const { t } = useLingui()
  const names: Record<Verdict['check'], string> = {
    mapping: t`Mapping`,
    template: t`Template`,
    enabled: t`Enabled`,
    when: t`Values`,
    recipient: t`Recipient`,
    preference: t`Preference`,
    suppression: t`Suppression`,
    cooldown: t`Cooldown`,
    quiet_hours: t`Quiet hours`,
  }
  return (
    <ol className="mail-trace" aria-label={t`Decision`}>
      {trace.map(({ check, passed, detail }, index) => (
        <li key={index} data-passed={passed}>
          <Icon icon={passed ? Check : X} />
          <span>
            <span className="sr-only">{passed ? <Trans>Passed:</Trans> : <Trans>Stopped it:</Trans>} </span>
            <span className="font-medium">{names[check]}</span> <span className="text-text-2">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
