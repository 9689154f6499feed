import type { MailLogDetails } from '@twofold/contract/mail-log/logs'
import { decisionTrace } from '@twofold/contract/mail-rules/mappings'
import type { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import type { LogsRepository } from './logs.repository.ts'
import { isoOrNull, presentLog } from './present-log.ts'

/** Facts about an e-mail outside its row. */
interface Known {
  /** Undefined when it is no longer kept. */
  content: Awaited<ReturnType<typeof openContent>> | undefined
  attempts: Awaited<ReturnType<LogsRepository['listAttempts']>>
  trouble: Awaited<ReturnType<LogsRepository['findTrouble']>>
}

/** Everything that an administrator sees of one e-mail, except the address of its content. */
export function presentDetails(
  row: NonNullable<Awaited<ReturnType<LogsRepository['find']>>>,
  { content, attempts, trouble }: Known,
): Omit<MailLogDetails, 'preview_url'> {
  const { decision_reason: reason, decided_at: decidedAt } = row
  const shown = presentLog(row)
  return {
    ...shown,
    template: shown.template && { ...shown.template, is_deleted: row.template_id === null },
    error_message: shown.error_message ?? (trouble === undefined ? null : Object.values(trouble).map(String).join(' · ') || null),
    html_content: content?.html ?? null,
    resolution: row.resolution === null || row.resolved_at === null ? null : { as: row.resolution, at: row.resolved_at.toISOString() },
    text_content: content?.text ?? null,
    request_id: row.caused_by,
    attempt_log: attempts.map(({ started_at, finished_at, ...attempt }) => ({
      ...attempt,
      started_at: started_at.toISOString(),
      finished_at: isoOrNull(finished_at),
    })),
    decision:
      reason === null || decidedAt === null ? null : { reason, decided_at: decidedAt.toISOString(), trace: decisionTrace.parse(row.trace) },
  }
}
