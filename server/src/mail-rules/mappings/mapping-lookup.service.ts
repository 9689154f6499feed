import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { samplesOf } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow, MappingsRepository } from './mappings.repository.ts'
import { presentMapping } from './present-mapping.ts'
import type { Changed, MappingsServiceDeps } from './mappings.service.ts'

/** Finds mappings, and presents them as calls return them. */
export function createMappingLookup(deps: MappingsServiceDeps) {
  async function require(mappings: MappingsRepository, id: string): Promise<MappingRow> {
    const row = await mappings.find(id)
    if (row === undefined) throw fail('email.mapping_not_found')
    return row
  }

  async function present(
    by: Identity,
    row: MappingRow,
    template: Awaited<ReturnType<MappingsRepository['findTemplate']>>,
  ): Promise<Changed> {
    const problems = template === undefined ? [] : await deps.rendering.errorsOf(by.id, template, samplesOf([row.event_name]))
    const missing = problems.flatMap(({ kind, message }) => (kind === 'unknown_variable' ? (/"(.+)"/.exec(message)?.[1] ?? []) : []))
    return { mapping: presentMapping(row), missing_variables: [...new Set(missing)] }
  }

  return { require, present }
}

export type MappingLookup = ReturnType<typeof createMappingLookup>
