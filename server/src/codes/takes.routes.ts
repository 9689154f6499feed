import { cancelTake, getTake, listTakes, reportTake, takeCode } from '@twofold/contract/takes'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { TakesService } from './takes.service.ts'

export function takesRoutes(app: App, takes: TakesService): void {
  const write = { role: 'user', limit: 'write' } as const
  const read = { role: 'user', limit: 'read', isPoll: true } as const
  route(app, takeCode, write, ({ user, params, body, idempotencyKey }) => takes.take(user, params.id, body, idempotencyKey))
  route(app, listTakes, read, ({ user }) => takes.list(user))
  route(app, getTake, read, ({ user, params, query }) => takes.get(user, params.id, query.hold_seconds))
  route(app, cancelTake, write, ({ user, params }) => takes.cancel(user, params.id))
  route(app, reportTake, write, ({ user, params, body }) => takes.report(user, params.id, body.accepted))
}
