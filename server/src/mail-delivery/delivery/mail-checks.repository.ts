import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sql } from 'kysely'
import { defineCheck } from '../../platform/health/health-check.ts'
import { judgeProviders } from '../providers/judge-providers.ts'
import type { WorkingProviders } from '../providers/working-providers.ts'
import { judgeMail, judgeWaitingMail, type MailFigures, type WaitingMailFigures } from './judge-mail.ts'

const hour = 60 * 60_000

/** Whether e-mail goes out. */
export const mailChecks = ({ listStates }: Pick<WorkingProviders, 'listStates'>) => [
  defineCheck({
    name: 'mail',
    title: 'E-mail',
    question: (now) => sql<MailFigures>`
      select (select count(*) from email_logs where queue = 'due') + (select count(*) from email_logs where queue = 'claimed') as waiting,
        (select count(*) from email_logs where failed_at >= ${new Date(now - 24 * hour)} and status = 'failed'
          and waiting_reason is distinct from 'discarded') as failed`,
    judge: ({ row }) => judgeMail(row),
  }),
  defineCheck({
    name: 'waiting_mail',
    title: 'Waiting e-mails',
    // Without a reason to wait, a mail waits from when it is due: quiet hours put that off.
    question: (now) => sql<WaitingMailFigures>`
      select count(*) as late, extract(epoch from min(since))::float8 as oldest_seconds,
        exists (select from email_providers where is_active and deleted_at is null) as has_provider
      from (
        select case when waiting_reason is null then greatest(created_at, due_at) else created_at end as since
        from email_logs where queue in ('due', 'claimed')
      ) waiting where since <= ${new Date(now - healthLimits.mailHours.warning * hour)}`,
    judge: ({ row, now }) => judgeWaitingMail(row, now),
  }),
  defineCheck({
    name: 'providers',
    title: 'E-mail providers',
    isOfSetUp: true,
    measure: (now) => listStates(new Date(now)),
    judge: ({ measured }) => judgeProviders(measured),
  }),
]
