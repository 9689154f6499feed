import { Trans, useLingui } from '@lingui/react/macro'
import type { Verdict } from '@twofold/contract/mail-rules/mappings'
import { Check } from '../../ui/icons/Check.ts'
import { X } from '../../ui/icons/X.ts'
import { translateVerdict } from '../../lib/server-texts.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The reason against sending; undefined if there is none. */
export function objectionIn(trace: readonly Verdict[]): string | undefined {
  const objection = trace.find(({ passed }) => !passed)
  return objection && translateVerdict(objection.detail)
}

/** Every check of the decision about an e-mail, in order. */
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
    <ol className="grid gap-2" aria-label={t`Decision`}>
      {trace.map(({ check, passed, detail }, index) => (
        <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2 wrap-anywhere">
          <Icon icon={passed ? Check : X} className={`mt-[0.15rem] ${passed ? 'text-success' : 'text-danger'}`} />
          <span>
            <span className="sr-only">{passed ? <Trans>Passed:</Trans> : <Trans>Stopped it:</Trans>} </span>
            <span className="font-medium">{names[check]}</span> <span className="text-text-2">{translateVerdict(detail)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
