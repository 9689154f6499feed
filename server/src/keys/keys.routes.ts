import { addKey, deleteKey } from '@twofold/contract/keys'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { KeysService } from './keys.service.ts'

export function keysRoutes(app: App, keys: KeysService): void {
  route(app, addKey, { role: 'user', limit: 'write', keep: ({ provisioning: _shownOnce, ...answer }) => answer }, ({ user, body }) =>
    keys.add(user, body),
  )
  route(app, deleteKey, { role: 'user', limit: 'write' }, ({ user, params }) => keys.remove(user, params.id))
}
