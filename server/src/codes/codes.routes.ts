import { generateCodes, nextCode, showCode } from '@twofold/contract/codes'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { CodesService } from './codes.service.ts'

export function codesRoutes(app: App, codes: CodesService): void {
  const { findSession } = codes
  route(app, generateCodes, { role: 'user', limit: 'codes', whileClosed: 'shows codes', isPoll: true, findSession }, async ({ found }) =>
    codes.generate(found),
  )
  const programs = { kinds: ['pat', 'cli'], scope: 'codes:read' } as const
  route(app, showCode, { role: 'user', limit: 'codes', whileClosed: 'shows codes', programs, readsTogether: true }, ({ user, params }) =>
    codes.show(user, params.id),
  )
  route(app, nextCode, { ...byUser.write, whileClosed: 'shows codes' }, ({ user, params }) => codes.next(user, params.id))
}
