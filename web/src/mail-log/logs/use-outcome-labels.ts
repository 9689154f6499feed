import { useLingui } from '@lingui/react/macro'
import type { MailLogDetails } from '@twofold/contract/mail-log/logs'

/** Outcomes of an attempt to hand over an e-mail. */
export function useOutcomeLabels(): Record<MailLogDetails['attempt_log'][number]['outcome'], string> {
  const { t } = useLingui()
  return {
    accepted: t`Accepted`,
    refused: t`Refused`,
    provider_failed: t`The provider failed`,
    deferred: t`Put off`,
    unknown: t`Outcome unknown`,
    interrupted: t`Interrupted`,
  }
}

/** Reasons why an e-mail is not sent yet. */
export function useWaitingText(): (reason: string) => string {
  const { t } = useLingui()
  return (reason) => {
    if (reason === 'no_provider') return t`It waits until a provider works.`
    if (reason === 'retry') return t`It is tried again after a pause.`
    if (reason.startsWith('no_room')) return t`Waiting: all providers are over quota or unavailable.`
    return reason
  }
}
