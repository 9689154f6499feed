import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ApprovalRefusal, Request, RequestState } from '@twofold/contract/admin/requests'
import type { BadgeTone } from '../../ui/Badge.tsx'

/** What is asked for, in a title's words. */
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
  const refusals: Record<ApprovalRefusal, string> = {
    own: t`You asked for this yourself. Another administrator decides about it.`,
    subject: t`This is about you, so another administrator decides about it.`,
    no_factor: t`Approving takes a second factor. Add a passkey or an authenticator app under Profile, Security first.`,
    made_by_asker: t`The person who asked created, promoted or changed your account within the last 30 days, so another administrator decides about it.`,
  }
  /** Each rule with the value that it is to have. */
  function looser(rules: Record<string, string>): string {
    const days = (value: string) => plural(Number(value), { one: '# day', other: '# days' })
    const words: Record<string, (value: string) => string> = {
      sign_up: () => t`everybody may sign up`,
      email_verification: (value) =>
        value === 'off' ? t`nobody has to prove their e-mail address` : t`e-mail addresses are proven only where e-mail is set up`,
      second_factor: (value) =>
        value === 'optional'
          ? t`nobody is asked for a second factor`
          : value === 'encouraged'
            ? t`a second factor is encouraged only`
            : t`a second factor for administrators only`,
      second_factor_grace_days: (value) => t`days until a second factor is required: ${days(value)}`,
      quarantine_days: (value) => t`waiting time of closed accounts: ${days(value)}`,
    }
    return Object.entries(rules)
      .map(([rule, value]) => words[rule]?.(value) ?? value)
      .join(', ')
  }
  function title({ act, subject, detail }: Request): string {
    const name = subject?.name ?? detail['name'] ?? ''
    const to = detail['to'] ?? ''
    const people = detail['people'] ?? ''
    const bulk: Record<string, string> = {
      activate: t`Activate ${people} users`,
      deactivate: t`Deactivate ${people} users`,
      promote: t`Make ${people} users administrators`,
      demote: t`Demote ${people} administrators`,
      delete: t`Delete ${people} users`,
    }
    const titles: Record<Request['act'], string> = {
      change_address: t`Change the e-mail address of ${name} to ${to}`,
      set_password: t`Set the password of ${name}`,
      set_pin: t`Set the PIN of ${name}`,
      remove_factors: t`Remove the second factors of ${name}`,
      create_administrator: t`Create the administrator ${name} (${to})`,
      promote: t`Make ${name} an administrator`,
      demote: t`Demote ${name} to user`,
      activate_administrator: t`Activate the administrator ${name}`,
      deactivate_administrator: t`Deactivate the administrator ${name}`,
      deactivate_user: t`Deactivate ${name}`,
      restore_administrator: t`Restore the administrator ${name}`,
      delete_user: t`Delete ${name}`,
      bulk: bulk[detail['action'] ?? ''] ?? t`Change ${people} users`,
      hand_over: t`Hand over keys of ${name} to ${to}`,
      loosen_rules: t`Loosen rules that protect accounts: ${looser(detail)}`,
      add_issuer: t`Trust workload tokens of ${detail['name'] ?? ''} (${detail['issuer'] ?? ''})`,
      unlisted: t`An act that needs a second administrator`,
    }
    return titles[act]
  }
  /** Who ended it how, or let it go on. */
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
    const byWhom: Partial<Record<RequestState, string>> = {
      approved: t`${by} approved it`,
      running: t`${by} approved it`,
      interrupted: t`${by} approved it`,
      carried_out: t`${by} approved it`,
      failed: t`${by} approved it, and it failed`,
      refused: t`${by} refused it`,
      withdrawn: t`${by} withdrew it`,
      stopped: t`${by} stopped it`,
    }
    return (who === null ? byItself : byWhom)[state] ?? states[state].label
  }
  return { states, refusals, title, decided }
}
