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
import { byAdmin, byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { InterruptedService } from './interrupted.service.ts'
import type { MailPathService } from './mail-path.service.ts'
import type { RequestsService } from './requests.service.ts'

export function requestsRoutes(
  app: App,
  { requests, interrupted, mailPath }: { requests: RequestsService; interrupted: InterruptedService; mailPath: MailPathService },
): void {
  // Requests are locked before people, so that an act that holds one is not waited for.
  const deciding = { ...byAdmin.evenClosed.atOnce, locksCaller: true } as const
  const agreeing = { ...byAdmin.write, whileClosed: 'lets out', locksCaller: true } as const
  route(app, listRequests, byAdmin.evenClosed.read, ({ query }) => requests.list(query))
  route(app, getRequest, byAdmin.evenClosed.read, ({ user, params }) => requests.detail(user, params.id))
  route(app, approveRequest, { ...agreeing, approval: 'given' }, ({ user, params, body }) => requests.approve(user, params.id, body.seen))
  route(app, refuseRequest, { ...deciding, needsPin: true }, ({ user, params, body }) => requests.refuse(user, params.id, body.reason))
  route(app, resumeRequest, { ...agreeing, approval: 'none', needsPin: true }, ({ user, params }) => interrupted.resume(user, params.id))
  route(app, endRequest, deciding, ({ user, params }) => interrupted.end(user, params.id))
  route(app, withdrawRequest, deciding, ({ user, params }) => requests.withdraw(user, params.id))
  route(app, explainRequest, deciding, ({ user, params, body }) => requests.explain(user, params.id, body.reason))
  route(app, listOwnRequests, byUser.evenClosed.read, ({ user }) => requests.listAbout(user))
  route(app, getMailPath, byAdmin.evenClosed.read, ({ user }) => mailPath.detail(user))
  route(app, approveMailPath, { ...byAdmin.write, whileClosed: 'lets out', approval: 'given' }, ({ user, body }) =>
    mailPath.approve(user, body.ids),
  )
  route(app, stopRequest, byUser.evenClosed.write, ({ user, params }) => requests.stop(user, params.id))
}
