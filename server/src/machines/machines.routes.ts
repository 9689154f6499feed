import { getOwnToken } from '@twofold/contract/tokens'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { TokenCheck } from './token-check.service.ts'

export function machinesRoutes(app: App, { check }: { check: TokenCheck }): void {
  const everyToken = { kinds: ['svc', 'pat', 'wid', 'cli'], scope: null } as const
  route(app, getOwnToken, { role: 'principal', limit: 'read', programs: everyToken }, async ({ principal }) => check.self(principal))
}
