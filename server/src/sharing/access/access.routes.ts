import { listKeys } from '@twofold/contract/keys'
import { type App, route } from '../../platform/http/route.ts'
import type { VisibleKeysService } from './visible-keys.service.ts'

export function accessRoutes(app: App, visibleKeys: VisibleKeysService): void {
  const { findSession } = visibleKeys
  const programs = { kinds: ['pat', 'cli', 'svc'], scope: 'keys:read' } as const
  route(app, listKeys, { role: 'principal', limit: 'read', whileClosed: 'open', findSession, programs }, async ({ found, principal }) =>
    found === undefined ? visibleKeys.listForProgram(principal) : visibleKeys.listVisible(found, principal),
  )
}
