import { exportKeys, importKeys } from '@twofold/contract/transfer'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { TransferService } from './transfer.service.ts'

export function transferRoutes(app: App, transfer: TransferService): void {
  const programs = { kinds: ['pat', 'cli'], scope: 'keys:write' } as const
  route(app, importKeys, { ...byUser.evenClosed.write, programs }, ({ user, body }) => transfer.import(user, body))
  const devices = { kinds: ['cli'], scope: null } as const
  route(app, exportKeys, { ...byUser.write, whileClosed: 'lets out', needsPin: true, programs: devices }, ({ user, body }) =>
    transfer.export(user, body),
  )
}
