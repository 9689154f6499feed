import {
  countLeaverImpact,
  getLeaver,
  handOverKeys,
  letKeysGo,
  listLeaverKeys,
  listLeavers,
  openLeaver,
  tickRenewed,
} from '@twofold/contract/admin/leavers'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { LeaverChangesService } from './leaver-changes.service.ts'
import type { LeaversService } from './leavers.service.ts'

const read = { role: 'admin', limit: 'read' } as const
const write = { role: 'admin', limit: 'write' } as const

export function leaversRoutes(app: App, { leavers, changes }: { leavers: LeaversService; changes: LeaverChangesService }): void {
  route(app, listLeavers, read, ({ query }) => leavers.list(query))
  route(app, getLeaver, read, async ({ params }) => ({ plan: await leavers.find(params.id) }))
  route(app, listLeaverKeys, read, ({ params, query }) => leavers.keys(params.id, query))
  route(app, countLeaverImpact, { ...write, isAudited: false }, ({ params, body }) => changes.impact(params.id, body))
  route(app, openLeaver, write, ({ user, params }) => leavers.begin(user, params.id))
  route(app, handOverKeys, write, ({ user, params, body }) => changes.handOver(user, params.id, body))
  route(app, letKeysGo, write, ({ user, params, body }) => changes.letGo(user, params.id, body))
  route(app, tickRenewed, write, ({ user, params, body }) => changes.tickRenewed(user, params.id, body))
}
