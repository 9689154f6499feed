import type { CallAnswer } from '@twofold/contract/endpoint'
import type { ErrorCode } from '@twofold/contract/errors'
import type { resendMails, ResendCheck } from '@twofold/contract/mail-log/logs'
import { say, sayAll } from '@twofold/contract/sentences/sentences'
import { createOneOfMany } from '../../platform/one-of-many.ts'
import type { Resender } from '../../platform/renew-link.ts'
import type { LogsServiceDeps } from './logs.service.ts'
import { refusalOf, resendKey } from './resending.service.ts'

/** Milliseconds between two e-mails of one act, so that a relay that was down is not flooded. */
const gapMs = 1000

/** Resends many e-mails, each by the rules for one. */
export function createBulkResending(deps: LogsServiceDeps, resend: (id: string, by: Resender, due: Date) => Promise<string>) {
  /** In the order of their selection, each once. */
  async function find(ids: readonly string[]) {
    const chosen = [...new Set(ids)]
    const rows = new Map((await deps.sentMail.listResendable(deps.db, chosen)).map((row) => [row.id, row]))
    return chosen.map((id) => {
      const row = rows.get(id)
      return { row, named: { id, recipient_email: row?.recipient_email ?? '', subject: row?.subject ?? '' } }
    })
  }

  return {
    async checkResending(ids: readonly string[]): Promise<ResendCheck> {
      const [mails, keys] = await Promise.all([find(ids), deps.sentMail.listKeys(deps.db, ids.map(resendKey))])
      const resent = new Set(keys)
      const left = mails.flatMap(({ row, named }) => {
        const refusal = row === undefined ? 'email.log_not_found' : refusalOf(row, deps.renewMail)
        const code: ErrorCode | undefined = refusal ?? (resent.has(resendKey(named.id)) ? 'email.already_resent' : undefined)
        return code ? [{ ...named, ...sayAll({ code }) }] : []
      })
      return { ready: mails.length - left.length, left_out: left }
    },

    /** One after the other, each in its own transaction. */
    async resendAll(ids: readonly string[], by: Resender): Promise<CallAnswer<typeof resendMails>> {
      const results: CallAnswer<typeof resendMails>['results'] = []
      const oneOfMany = createOneOfMany(deps.log)
      const start = deps.clock.now()
      let sent = 0
      for (const { named } of await find(ids)) {
        const outcome = await oneOfMany({ mail: named.id }, async () => {
          const newId = await resend(named.id, by, new Date(start + sent * gapMs))
          sent += 1
          return { ok: true, email_log_id: newId, ...say('mail.resent') }
        })
        results.push({ ...named, email_log_id: null, ...outcome })
      }
      return { ...say('acts.done', { done: sent, all: results.length }), results }
    },
  }
}
