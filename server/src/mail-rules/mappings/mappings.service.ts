import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { ChangedMapping, EventDescription, MappingDecision, WholeMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { decisionTrace } from '@twofold/contract/mail-rules/mappings'
import { defaultPageSize } from '@twofold/contract/paging'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { paged } from '../../platform/paging.ts'
import type { RenderingService } from '../../mail-design/rendering/rendering.ts'
import { isEssentialEvent, isEventName, resolveEventName, samplesOf } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow, MappingsRepository } from './mappings.repository.ts'
import { describeEvent, presentMapping } from './present-mapping.ts'

interface Changed {
  mapping: Mapping
  missing_variables: string[]
}

export function createMappingsService(deps: {
  db: Db
  transaction: Transaction
  mappings: (db: Db) => MappingsRepository
  rendering: Pick<RenderingService, 'errorsOf'>
  clock: Clock
}) {
  const lookUp = deps.mappings(deps.db)
  const now = () => new Date(deps.clock.now())

  async function require(mappings: MappingsRepository, id: string): Promise<MappingRow> {
    const row = await mappings.find(id)
    if (row === undefined) throw fail('email.mapping_not_found')
    return row
  }

  /** The template, if one is named. */
  async function requireChoices(mappings: MappingsRepository, { template_slug: template, provider_id: provider }: ChangedMapping) {
    const found = template === undefined ? undefined : await mappings.findTemplate(template)
    if (template !== undefined && found === undefined) {
      throw fail('email.template_unknown', { errors: { template_slug: ['There is no such template.'] } })
    }
    if (provider !== undefined && provider !== null && !(await mappings.listProviders()).some(({ id }) => id === provider)) {
      throw fail('email.provider_unknown', { errors: { provider_id: ['There is no such e-mail provider.'] } })
    }
    return found
  }

  /** Whether a mail is sent must tell nobody anything about the link in it. */
  function requireNoLink({ conditions }: ChangedMapping) {
    if (!Object.keys(conditions?.when ?? {}).some((field) => field.startsWith('link.'))) return
    throw fail('email.condition_link', { errors: { conditions: ['A link may not decide whether a mail is sent.'] } })
  }

  /** Mail that an account depends on goes out whatever happens. */
  function requireHarmless(event: string, { is_active, conditions }: ChangedMapping) {
    if (!isEssentialEvent(event)) return
    const isConditional = conditions?.enabled === false || Object.keys(conditions?.when ?? {}).length > 0
    if (is_active === false || isConditional) throw fail('email.mapping_essential')
  }

  async function changed(by: Identity, id: string): Promise<Changed> {
    const row = await require(lookUp, id)
    return present(by, row, row.template_slug === null ? undefined : await lookUp.findTemplate(row.template_slug))
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

  async function update(by: Identity, id: string, make: (row: MappingRow) => ChangedMapping & { event_name?: string }): Promise<Changed> {
    await deps.transaction(async (tx) => {
      const mappings = deps.mappings(tx.db)
      await mappings.lockAll()
      await mappings.lock(id)
      const row = await require(mappings, id)
      const { conditions, ...change } = make(row)
      const event = change.event_name ?? row.event_name
      requireNoLink(conditions === undefined ? {} : { conditions })
      requireHarmless(event, { ...change, ...(conditions === undefined ? {} : { conditions }) })
      if (event !== row.event_name) {
        if (isEssentialEvent(row.event_name)) throw fail('email.mapping_essential')
        if (await mappings.isMapped(event, id)) throw fail('email.event_mapped')
      }
      await requireChoices(mappings, change)
      await mappings.change(id, {
        ...change,
        ...(conditions === undefined ? {} : { conditions: JSON.stringify(conditions) }),
        updated_at: now(),
      })
      const audited = changeOf(auditedMapping(row), auditedMapping(await require(mappings, id)))
      await tx.audit({ action: 'email.mapping_changed', target: targetOf(row), ...audited })
    })
    return changed(by, id)
  }

  return {
    list: async (): Promise<Mapping[]> => (await lookUp.list()).map(presentMapping),
    listChoices: async () => ({ templates: await lookUp.listTemplates(), providers: await lookUp.listProviders() }),

    async events(): Promise<EventDescription[]> {
      const mapped = new Set((await lookUp.list()).map(({ event_name }) => event_name))
      return Object.keys(eventCatalogue)
        .filter(isEventName)
        .map((name) => describeEvent(name, mapped.has(name)))
    },

    async get(id: string): Promise<{ mapping: Mapping; event: EventDescription }> {
      const row = await require(lookUp, id)
      if (!isEventName(row.event_name)) throw fail('email.event_unknown')
      return { mapping: presentMapping(row), event: describeEvent(row.event_name, true) }
    },

    async create(by: Identity, input: WholeMapping): Promise<Changed> {
      const event = requireEvent(input.event_name)
      const id = uuid()
      requireNoLink(input)
      requireHarmless(event, partOf(input))
      const [stored, template] = await deps.transaction(async (tx) => {
        const mappings = deps.mappings(tx.db)
        const [, chosen] = await Promise.all([mappings.lockAll(), requireChoices(mappings, partOf(input))])
        const row = {
          id,
          event_name: event,
          template_slug: input.template_slug,
          provider_id: input.provider_id ?? null,
          is_active: input.is_active ?? true,
          conditions: JSON.stringify(input.conditions ?? {}),
          description: input.description || null,
          created_at: now(),
          updated_at: now(),
        }
        const [isNew, kept] = await Promise.all([mappings.put(row), mappings.find(id)])
        if (!isNew || kept === undefined) throw fail('email.event_mapped')
        const { after } = changeOf({}, auditedMapping(kept))
        await tx.audit({ action: 'email.mapping_created', target: targetOf({ id, event_name: event }), after })
        return [kept, chosen] as const
      })
      return present(by, stored, template)
    },

    change: (by: Identity, id: string, input: WholeMapping): Promise<Changed> =>
      update(by, id, () => ({ ...partOf(input), event_name: requireEvent(input.event_name) })),
    changePart: (by: Identity, id: string, input: ChangedMapping): Promise<Changed> => update(by, id, () => partOf(input)),
    toggle: async (by: Identity, id: string): Promise<Mapping> => (await update(by, id, (row) => ({ is_active: !row.is_active }))).mapping,

    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const mappings = deps.mappings(tx.db)
        await mappings.lock(id)
        const row = await require(mappings, id)
        if (isEssentialEvent(row.event_name)) throw fail('email.mapping_essential')
        await mappings.remove(id)
        const { before } = changeOf(auditedMapping(row), {})
        await tx.audit({ action: 'email.mapping_deleted', target: targetOf(row), before })
      })
    },

    /** As it is stored. */
    getStored: (id: string): Promise<MappingRow> => require(lookUp, id),

    async decisions(id: string, { page, outcome }: { page: number; outcome?: 'sent' | 'not_sent' | undefined }) {
      await require(lookUp, id)
      const [rows, total] = await Promise.all([
        lookUp.listDecisions(id, outcome, (page - 1) * defaultPageSize, defaultPageSize),
        lookUp.countDecisions(id, outcome),
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

const targetOf = ({ id, event_name: name }: Pick<MappingRow, 'id' | 'event_name'>) => ({ kind: 'mapping', id, name })

/** What of a mapping stands in the audit log. */
function auditedMapping(
  row: Pick<MappingRow, 'event_name' | 'template_slug' | 'provider_id' | 'is_active' | 'conditions' | 'description'>,
) {
  const { event_name, template_slug, provider_id, is_active, conditions, description } = row
  return { event_name, template_slug, provider_id, is_active, conditions, description }
}

function requireEvent(name: string): EventName {
  const event = resolveEventName(name)
  if (event === undefined) throw fail('email.event_unknown', { errors: { event_name: ['There is no such event.'] } })
  return event
}

/** What of a whole mapping is stored, without what was left out. */
function partOf({ template_slug, provider_id, is_active, conditions, description }: ChangedMapping): ChangedMapping {
  return {
    ...(template_slug === undefined ? {} : { template_slug }),
    ...(provider_id === undefined ? {} : { provider_id }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(description === undefined ? {} : { description: description || null }),
  }
}
