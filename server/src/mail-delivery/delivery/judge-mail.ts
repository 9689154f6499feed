import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { above, duration, type Finding, worded, worst } from '../../platform/health/finding.ts'

const { failedMails, waitingMails } = healthLimits

export interface MailFigures {
  failed: number
  waiting: number
}

/** E-mails that have waited too long, and since when the oldest has, in seconds since 1970. */
export interface WaitingMailFigures {
  late: number
  oldest_seconds: number | null
  has_provider: boolean
}

/** The same rule as in the header. */
export function judgeMail({ failed, waiting }: MailFigures): Finding {
  return {
    status: worst([above(failed, failedMails), above(waiting, waitingMails)]),
    ...worded(
      sentence('health.mail_figures', { failed, waiting }),
      sentence('health.mails_failed', { count: failed }),
      sentence('health.mails_wait', { count: waiting }),
    ),
    remedy: failed > failedMails.warning ? '/admin/email/logs?status=failed' : '/admin/email/logs?status=pending',
  }
}

/** E-mail that a person waits for: e-mail held by quiet hours is not late before they end. */
export function judgeWaitingMail({ late, oldest_seconds: oldest, has_provider: hasProvider }: WaitingMailFigures, now: number): Finding {
  if (late === 0 || oldest === null) return { status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_mail_late')) }
  return {
    status: 'warning',
    ...worded(
      sentence('health.late_oldest', { late, duration: duration(now / 1000 - oldest) }),
      sentence('health.mails_late', { count: late }),
      sentence(hasProvider ? 'health.log_says_why' : 'health.no_provider'),
    ),
    remedy: hasProvider ? '/admin/email/logs?status=pending' : '/admin/email/providers/create',
  }
}
