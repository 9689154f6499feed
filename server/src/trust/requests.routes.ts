import {
  approveRequest,
  endRequest,
  explainRequest,
  getRequest,
  listOwnRequests,
  listRequests,
  refuseRequest,
  resumeRequest,
  stopRequest,
  withdrawRequest,
} from '@twofold/contract/admin/requests'
import { approveMailPath, getMailPath } from '@twofold/contract/admin/mail-path'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { InterruptedService } from './interrupted.service.ts'
import type { MailPathService } from './mail-path.service.ts'
import type { RequestsService } from './requests.service.ts'

const read = { role: 'admin', limit: 'read' } as const
const write = { role: 'admin', limit: 'write' } as const

export function requestsRoutes(
  app: App,
  { requests, interrupted, mailPath }: { requests: RequestsService; interrupted: InterruptedService; mailPath: MailPathService },
): void {
  route(app, listRequests, read, ({ query }) => requests.list(query))
  route(app, getRequest, read, ({ user, params }) => requests.detail(user, params.id))
  route(app, approveRequest, write, ({ user, params, body }) => requests.approve(user, params.id, body.seen))
  route(app, refuseRequest, { ...write, needsPin: true }, ({ user, params, body }) => requests.refuse(user, params.id, body.reason))
  route(app, resumeRequest, { ...write, needsPin: true }, ({ user, params }) => interrupted.resume(user, params.id))
  route(app, endRequest, write, ({ user, params }) => interrupted.end(user, params.id))
  route(app, withdrawRequest, write, ({ user, params }) => requests.withdraw(user, params.id))
  route(app, explainRequest, write, ({ user, params, body }) => requests.explain(user, params.id, body.reason))
  route(app, listOwnRequests, { role: 'user', limit: 'read' }, ({ user }) => requests.listAbout(user))
  route(app, getMailPath, read, ({ user }) => mailPath.detail(user))
  route(app, approveMailPath, write, ({ user, body }) => mailPath.approve(user, body.ids))
  route(app, stopRequest, { role: 'user', limit: 'write' }, ({ user, params }) => requests.stop(user, params.id))
}
