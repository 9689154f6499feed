import { getPrograms } from '@twofold/contract/admin/programs'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { ProgramsService } from './programs.service.ts'

export function programsRoutes(app: App, programs: ProgramsService): void {
  route(app, getPrograms, { role: 'admin', limit: 'read' }, ({ user }) => programs.read(user))
}
