import type { Machines } from '../../machines/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import { createProgramsRepository } from './programs.repository.ts'
import { programsRoutes } from './programs.routes.ts'
import { createProgramsService } from './programs.service.ts'

/** All programs of the installation on one page. */
export const programs = defineNoun({
  name: 'admin/programs',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, needs: Pick<Machines, 'suggestRules'>) {
    const service = createProgramsService({ ...ground, ...needs, programs: createProgramsRepository })
    return onlyRoutes((app) => programsRoutes(app, service))
  },
})
