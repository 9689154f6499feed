import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Webhook, WebhookState as State } from '@twofold/contract/webhooks'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Ago } from '../ui/Ago.tsx'
import { At } from '../ui/At.tsx'

const tones: Record<State, BadgeTone> = {
  starting: 'info',
  working: 'success',
  failing: 'danger',
  paused: 'neutral',
  gone: 'neutral',
  given_up: 'danger',
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  const { state, failing_since, waiting, last_delivered_at } = webhook
  const labels: Record<State, string> = {
    starting: t`Nothing sent yet`,
    working: t`Working`,
    failing: t`Failing`,
    paused: t`Off`,
    gone: t`Off: the endpoint is gone`,
    given_up: t`Off: nothing arrived`,
  }
  return (
    <span className="ui-lines">
      <Badge tone={tones[state]}>{labels[state]}</Badge>
      {(failing_since ?? last_delivered_at) !== null && (
        <span className="text-sm text-text-2">
          {failing_since !== null ? (
            <Trans>
              Since <At time={failing_since} />.
            </Trans>
          ) : (
            last_delivered_at !== null && <Ago time={last_delivered_at} />
          )}
        </span>
      )}
      {waiting > 0 && (
        <span className="text-sm text-text-2">
          <Plural value={waiting} one="# message waits" other="# messages wait" />
        </span>
      )}
    </span>
  )
}
