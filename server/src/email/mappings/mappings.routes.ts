import { listMappings } from '@twofold/contract/email/mappings'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { MappingsService } from './mappings.service.ts'

export function mappingsRoutes(app: App, mappings: MappingsService): void {
  route(app, listMappings, { role: 'admin', limit: 'read' }, async () => ({ success: true, mappings: await mappings.list() }))
}
