import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDescription, MappingDecision } from '@twofold/contract/mail-rules/mapping-calls'
import { decisionTrace, type Mapping } from '@twofold/contract/mail-rules/mappings'
import { defaultPageSize } from '@twofold/contract/paging'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import { paged } from '../../platform/paging.ts'
import type { RenderingService } from '../../mail-design/rendering/rendering.ts'
import { isEventName } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow, MappingsRepository } from './mappings.repository.ts'
import { describeEvent, presentMapping } from './present-mapping.ts'
import { createMappingLookup } from './mapping-lookup.service.ts'
import { createMappingEditing } from './mapping-editing.service.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface Changed {
  mapping: Mapping
  missing_variables: string[]
}

export interface MappingsServiceDeps extends ServiceDeps {
  mappings: (db: Db) => MappingsRepository
  rendering: Pick<RenderingService, 'errorsOf'>
}

export function createMappingsService(deps: MappingsServiceDeps) {
  const lookup = createMappingLookup(deps)
  const { require } = lookup
  const reader = deps.mappings(deps.db)

  return {
    ...createMappingEditing(deps, lookup),
    list: async (): Promise<Mapping[]> => (await reader.list()).map(presentMapping),
    async listChoices() {
      const [templates, providers] = await Promise.all([reader.listTemplates(), reader.listProviders()])
      return { templates, providers }
    },
    async events(): Promise<EventDescription[]> {
      const mapped = new Set((await reader.list()).map(({ event_name }) => event_name))
      return Object.keys(eventCatalogue)
        .filter(isEventName)
        .map((name) => describeEvent(name, mapped.has(name)))
    },
    async get(id: string): Promise<{ mapping: Mapping; event: EventDescription }> {
      const row = await require(reader, id)
      if (!isEventName(row.event_name)) throw fail('email.event_unknown')
      return { mapping: presentMapping(row), event: describeEvent(row.event_name, true) }
    },
    findOf: async (event: string): Promise<Mapping | undefined> => {
      const row = await reader.findByEvent(event)
      return row && presentMapping(row)
    },
    /** Includes the number of e-mails sent by each. */
    async listWithCounts() {
      const [rows, counts] = await Promise.all([reader.list(), reader.countSent()])
      return rows.map((row) => ({ ...row, sent: counts.find(({ mapping_id: id }) => id === row.id)?.count ?? 0 }))
    },
    /** Runs in the transaction that removes the provider. */
    forgetProvider: (tx: Tx, providerId: string): Promise<void> => deps.mappings(tx.db).forgetProvider(providerId),
    getStored: (id: string): Promise<MappingRow> => require(reader, id),
    async decisions(id: string, { page, outcome }: { page: number; outcome?: 'sent' | 'not_sent' | undefined }) {
      await require(reader, id)
      const [rows, total] = await Promise.all([
        reader.listDecisions(id, outcome, (page - 1) * defaultPageSize, defaultPageSize),
        reader.countDecisions(id, outcome),
      ])
      const shown = rows.map((row): MappingDecision => ({
        id: row.id,
        event_id: row.event_id,
        recipient_email: row.recipient_email,
        outcome: row.outcome,
        reason: row.reason,
        trace: decisionTrace.parse(row.trace),
        email_log_id: row.log_id,
        decided_at: row.decided_at.toISOString(),
      }))
      return paged(shown, { page, perPage: defaultPageSize, total })
    },
  }
}

export type MappingsService = ReturnType<typeof createMappingsService>
