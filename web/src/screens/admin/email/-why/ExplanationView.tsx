import { Trans, useLingui } from '@lingui/react/macro'
import type { Explanation } from '@twofold/contract/mail-delivery/explanations'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { Server } from '../../../../ui/icons/Server.ts'
import { translateVerdict } from '../../../../lib/server-texts.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../../../ui/Badge.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../../../ui/SettingRow.tsx'
import { DecisionTrace, objectionIn } from '../../../../mail-rules/mappings/DecisionTrace.tsx'
import { PreviewFrame } from '../../../../ui/PreviewFrame.tsx'

type State = Explanation['providers'][number]['state']

/** Whether it would be sent, every check, the provider, and the e-mail itself. */
export function ExplanationView({ explanation, renew }: { explanation: Explanation; renew: () => Promise<string> }) {
  const { t, i18n } = useLingui()
  const { is_sent: isSent, trace, providers, mail, waits_until: waitsUntil, recipient } = explanation
  const until = waitsUntil === null ? '' : i18n.date(waitsUntil, { dateStyle: 'medium', timeStyle: 'short' })
  const who = recipient.name ?? recipient.email
  const objection = objectionIn(trace)
  // Said in a sentence of its own.
  const isUnknown = !recipient.is_known && trace.at(-1)?.check === 'recipient'
  const states: Record<State, { label: string; tone: BadgeTone }> = {
    chosen: { label: t`Chosen`, tone: 'success' },
    'in reserve': { label: t`In reserve`, tone: 'neutral' },
    open: { label: t`Paused after failures`, tone: 'danger' },
    'hour full': { label: t`Hour is full`, tone: 'warning' },
    'day full': { label: t`Day is full`, tone: 'warning' },
    'no sender': { label: t`No From address`, tone: 'danger' },
    inactive: { label: t`Inactive`, tone: 'neutral' },
  }
  return (
    <>
      <Alert
        type={isSent ? (waitsUntil === null ? 'success' : 'info') : 'warning'}
        title={isSent ? t`It is sent to ${who}` : t`It is not sent to ${who}`}
      >
        {objection !== undefined && !isUnknown && `${objection}.`} {waitsUntil !== null && <Trans>It waits until {until}.</Trans>}{' '}
        {!recipient.is_known && <Trans>Nobody has an account with this address.</Trans>}
      </Alert>
      <div className="grid gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] min-[1100px]:items-start">
        <div className="grid gap-6">
          <Panel title={t`Checks`}>
            <DecisionTrace trace={trace} />
          </Panel>
          <Panel title={t`Providers`}>
            {providers.length === 0 ? (
              <p className="text-text-2">
                <Trans>There is none: e-mails wait until there is.</Trans>
              </p>
            ) : (
              <SettingList label={t`Providers`}>
                {providers.map((provider) => (
                  <SettingRow
                    key={provider.id}
                    icon={Server}
                    title={provider.name}
                    state={<Badge tone={states[provider.state].tone}>{states[provider.state].label}</Badge>}
                  >
                    {providerLabels[provider.provider]}, {translateVerdict(provider.detail)}
                  </SettingRow>
                ))}
              </SettingList>
            )}
          </Panel>
        </div>
        {mail && (
          <Panel title={t`The e-mail`}>
            <div className="grid gap-4">
              <p className="font-medium wrap-anywhere">{mail.subject}</p>
              <PreviewFrame title={t`Preview of the e-mail`} url={mail.preview_url} renew={renew} height={480} />
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}
