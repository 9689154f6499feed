import { Readable } from 'node:stream'
import {
  checkResending,
  exportMailLogs,
  getMailLog,
  listMailLogs,
  listTemplateLogs,
  resendMail,
  resendMails,
  resolveMail,
} from '@twofold/contract/mail-log/logs'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { Download } from '../../platform/http/download.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { LogsService } from './logs.service.ts'

export function logsRoutes(app: App, logs: LogsService): void {
  route(app, listTemplateLogs, byAdmin.evenClosed.read, async ({ params, query }) => ({
    success: true,
    ...(await logs.listOfTemplate(params.id, query)),
  }))
  route(app, listMailLogs, byAdmin.evenClosed.read, async ({ query }) => ({ success: true, logs: await logs.list(query) }))
  route(app, getMailLog, byAdmin.evenClosed.read, async ({ user, params }) => ({
    success: true,
    log: await logs.show(user.sessionId, params.id),
  }))
  route(app, resendMail, byAdmin.evenClosed.atOnce, async ({ user: administrator, client, params }) => ({
    ...sayDone('mail.resent'),
    email_log_id: await logs.resend(params.id, { administrator, client }),
  }))
  route(app, checkResending, { ...byAdmin.evenClosed.atOnce, isAudited: false }, async ({ body }) => logs.checkResending(body.ids))
  route(app, resendMails, byAdmin.evenClosed.atOnce, async ({ user: administrator, client, body }) =>
    logs.resendAll(body.ids, { administrator, client }),
  )
  route(app, resolveMail, byAdmin.evenClosed.atOnce, async ({ user: administrator, client, params, body }) => ({
    ...sayDone(body.as === 'delivered' ? 'mail.marked_delivered' : 'mail.queued_again'),
    email_log_id: await logs.resolve(params.id, body.as, { administrator, client }),
  }))
  route(app, exportMailLogs, byAdmin.evenClosed.atOnce, async ({ query }) => {
    const { name, content } = await logs.export(query)
    return new Download(name, 'text/csv; charset=utf-8; header=present', Readable.from(content, { objectMode: false }))
  })
}
