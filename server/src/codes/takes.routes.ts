import {
  approveTake,
  cancelTake,
  denyTake,
  getTake,
  listApprovals,
  listTakes,
  reportTake,
  showQueue,
  takeCode,
} from '@twofold/contract/takes'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ApprovalsService } from './approvals.service.ts'
import type { TakesService } from './takes.service.ts'

export function takesRoutes(app: App, { takes, approvals }: { takes: TakesService; approvals: ApprovalsService }): void {
  const programs = { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' } as const
  const write = { role: 'principal', limit: 'write', programs } as const
  const read = { role: 'principal', limit: 'read', isPoll: true, programs } as const
  route(app, takeCode, { ...write, whileClosed: 'shows codes' }, ({ principal, params, body, idempotencyKey, client }) =>
    takes.take(principal, params.id, body, { key: idempotencyKey, address: client.address }),
  )
  route(app, showQueue, { ...byUser.evenClosed.read, isPoll: true, readsTogether: true }, ({ user, params }) =>
    takes.showQueue(user, params.id),
  )
  route(app, listTakes, { ...read, whileClosed: 'open' }, ({ principal }) => takes.list(principal))
  route(app, listApprovals, { ...byUser.evenClosed.read, isPoll: true }, ({ user }) => approvals.list(user))
  route(app, approveTake, { ...byUser.write, whileClosed: 'shows codes', needsPin: true }, ({ user, params, body }) =>
    approvals.approve(user, params.id, body.number),
  )
  route(app, denyTake, byUser.evenClosed.write, ({ user, params }) => approvals.deny(user, params.id))
  route(app, getTake, { ...read, whileClosed: 'shows codes' }, ({ principal, params, query }) =>
    takes.get(principal, params.id, query.hold_seconds),
  )
  route(app, cancelTake, { ...write, whileClosed: 'open' }, ({ principal, params }) => takes.cancel(principal, params.id))
  route(app, reportTake, { ...write, whileClosed: 'open' }, ({ principal, params, body }) =>
    takes.report(principal, params.id, body.accepted),
  )
}
