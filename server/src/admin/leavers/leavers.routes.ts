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
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { LeaverChangesService } from './leaver-changes.service.ts'
import type { LeaversService } from './leavers.service.ts'
import { handOver } from './hand-over-waits.ts'

export function leaversRoutes(app: App, { leavers, changes }: { leavers: LeaversService; changes: LeaverChangesService }): void {
  route(app, listLeavers, { ...byAdmin.evenClosed.read, readsTogether: true }, ({ query }) => leavers.list(query))
  route(app, getLeaver, byAdmin.evenClosed.read, async ({ params }) => ({ plan: await leavers.find(params.id) }))
  route(app, listLeaverKeys, byAdmin.evenClosed.read, ({ params, query }) => leavers.keys(params.id, query))
  route(app, countLeaverImpact, { ...byAdmin.evenClosed.atOnce, isAudited: false }, ({ params, body }) => changes.impact(params.id, body))
  route(app, openLeaver, byAdmin.evenClosed.atOnce, ({ user, params }) => leavers.begin(user, params.id))
  route(app, handOverKeys, { ...byAdmin.write, whileClosed: 'lets out', approval: handOver }, ({ user, params, body }) =>
    changes.handOver(user, params.id, body),
  )
  route(app, letKeysGo, byAdmin.evenClosed.atOnce, ({ user, params, body }) => changes.letGo(user, params.id, body))
  route(app, tickRenewed, byAdmin.evenClosed.atOnce, ({ user, params, body }) => changes.tickRenewed(user, params.id, body))
}
