import { listKeys } from '@twofold/contract/keys'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { SharingService } from './sharing.service.ts'

export function sharingRoutes(app: App, sharing: SharingService): void {
  route(app, listKeys, { role: 'user', limit: 'read' }, ({ user }) => sharing.listVisible(user))
}
