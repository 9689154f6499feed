import { listActsOnMe } from '@twofold/contract/trust'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ActsService } from './acts.service.ts'

export function trustRoutes(app: App, acts: Pick<ActsService, 'list'>): void {
  route(app, listActsOnMe, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, query }) => acts.list(user, query.page))
}
