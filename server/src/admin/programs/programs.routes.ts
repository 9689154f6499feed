import { getPrograms } from '@twofold/contract/admin/programs'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { ProgramsService } from './programs.service.ts'

export function programsRoutes(app: App, programs: ProgramsService): void {
  route(app, getPrograms, byAdmin.evenClosed.read, ({ user }) => programs.read(user))
}
