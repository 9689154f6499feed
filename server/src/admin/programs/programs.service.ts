import type { Programs } from '@twofold/contract/admin/programs'
import { workloadLimits } from '@twofold/contract/workload'
import type { Db } from '../../platform/database.ts'
import type { Identity } from '../../platform/identity.ts'
import type { ProgramsRepository } from './programs.repository.ts'
import type { Machines } from '../../machines/noun.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface ProgramsDeps extends Pick<ServiceDeps, 'clock' | 'db'>, Pick<Machines, 'suggestRules'> {
  programs: (db: Db) => ProgramsRepository
}

/** Programs as administrators see them: names, times and verified runs, never a token or a code. */
export function createProgramsService(deps: ProgramsDeps) {
  return {
    async read(reader: Identity): Promise<Programs> {
      const now = deps.clock.now()
      const refusedSince = new Date(now - workloadLimits.refusedHours * 60 * 60 * 1000)
      const { refused, ...programs } = await deps.programs(deps.db).read(reader.id, { now: new Date(now), refusedSince })
      const rows = refused.rows.map((row) => ({ ...row, suggestion: deps.suggestRules(row.issuer.kind, row.claims) }))
      return { ...programs, refused: { ...refused, rows } }
    },
  }
}

export type ProgramsService = ReturnType<typeof createProgramsService>
