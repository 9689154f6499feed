import { useLingui } from '@lingui/react/macro'
import type { ApprovalRefusal, Request, RequestState } from '@twofold/contract/admin/requests'
import { timeText } from '../../lib/exact-time.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'

interface Refusal {
  cannot_approve: ApprovalRefusal | null
  cannot_approve_until: string | null
}

/** Wording of a request's state, and of reasons why somebody cannot approve it. */
export function useRequestWords() {
  const { t } = useLingui()
  const states: Record<RequestState, { label: string; tone: BadgeTone }> = {
    waiting: { label: t`Waiting`, tone: 'warning' },
    approved: { label: t`Approved, running`, tone: 'info' },
    running: { label: t`Running`, tone: 'info' },
    interrupted: { label: t`Cut off midway`, tone: 'danger' },
    carried_out: { label: t`Carried out`, tone: 'success' },
    failed: { label: t`Failed`, tone: 'danger' },
    refused: { label: t`Refused`, tone: 'neutral' },
    withdrawn: { label: t`Withdrawn`, tone: 'neutral' },
    stopped: { label: t`Stopped by the person`, tone: 'neutral' },
    expired: { label: t`Expired`, tone: 'neutral' },
  }
  const refusals: Record<Exclude<ApprovalRefusal, 'closed'>, string> = {
    own: t`You asked for this yourself. Another administrator decides about it.`,
    subject: t`This is about you, so another administrator decides about it.`,
    no_factor: t`Approving takes a second factor. Add a passkey or an authenticator app under Profile, Security first.`,
    made_by_asker: t`The person who asked created, promoted or changed your account within the last 30 days, so another administrator decides about it.`,
  }
  /** For requests that run after the waiting time, because nobody else could approve them. */
  const alone: typeof refusals = {
    own: t`You asked for this yourself, and there was no other administrator to approve it. You can still withdraw it.`,
    subject: t`This is about you. It runs when the waiting time is over, unless you stop it in your profile.`,
    no_factor: refusals.no_factor,
    made_by_asker: t`The person who asked created, promoted or changed your account within the last 30 days, so you cannot approve it.`,
  }
  function sayWhyNot({ cannot_approve: reason, cannot_approve_until: time }: Refusal, words = refusals): string | undefined {
    if (reason !== 'closed') return reason === null ? undefined : words[reason]
    const until = timeText(time ?? '')
    return t`Secrets of your account stay closed until ${until}. You cannot approve or resume anything before then.`
  }
  const refused = (detail: Refusal & { request: Request }) => sayWhyNot(detail, detail.request.runs_at === null ? refusals : alone)
  function decided({ state, decided_by: who }: Request): string {
    const by = who ?? ''
    const byItself: Partial<Record<RequestState, string>> = {
      approved: t`The waiting time is over`,
      running: t`The waiting time is over`,
      interrupted: t`The waiting time is over`,
      carried_out: t`It ran by itself`,
      failed: t`It failed`,
      expired: t`It expired`,
    }
    const byActor: Partial<Record<RequestState, string>> = {
      approved: t`${by} approved it`,
      running: t`${by} approved it`,
      interrupted: t`${by} approved it`,
      carried_out: t`${by} approved it`,
      failed: t`${by} approved it, and it failed`,
      refused: t`${by} refused it`,
      withdrawn: t`${by} withdrew it`,
      stopped: t`${by} stopped it`,
    }
    return (who === null ? byItself : byActor)[state] ?? states[state].label
  }
  return { states, sayWhyNot, refused, decided }
}
