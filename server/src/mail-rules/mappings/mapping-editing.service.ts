import type { EventName } from '@twofold/contract/events'
import type { ChangedMapping, WholeMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { requireUnchanged } from '../../platform/require-unchanged.ts'
import { isEssentialEvent, resolveEventName } from '../../mail-design/templates/template-variables.ts'
import type { MappingRow } from './mappings.repository.ts'
import type { Changed, MappingsServiceDeps } from './mappings.service.ts'
import type { MappingLookup } from './mapping-lookup.service.ts'
import { createMappingRequirements } from './mapping-requirements.service.ts'

const targetOf = ({ id, event_name: name }: Pick<MappingRow, 'id' | 'event_name'>) => ({ kind: 'mapping', id, name })

/** The fields of a mapping that the audit log records. */
function auditedMapping(
  row: Pick<MappingRow, 'event_name' | 'template_slug' | 'provider_id' | 'is_active' | 'conditions' | 'description'>,
) {
  const { event_name, template_slug, provider_id, is_active, conditions, description } = row
  return { event_name, template_slug, provider_id, is_active, conditions, description }
}

export function createMappingEditing(deps: MappingsServiceDeps, lookup: MappingLookup) {
  const { require, present } = lookup
  const { requireChoices, requireNoLink, requireHarmless } = createMappingRequirements()

  async function update(by: Identity, id: string, make: (row: MappingRow) => ChangedMapping & { event_name?: string }): Promise<Changed> {
    const [stored, template] = await deps.transaction(async (tx) => {
      const mappings = deps.mappings(tx.db)
      const [, , row] = await Promise.all([mappings.lockAll(), mappings.lock(id), require(mappings, id)])
      const { conditions, ...change } = make(row)
      const event = change.event_name ?? row.event_name
      requireNoLink(conditions === undefined ? {} : { conditions })
      requireHarmless(event, { ...change, ...(conditions === undefined ? {} : { conditions }) })
      if (event !== row.event_name) {
        if (isEssentialEvent(row.event_name)) throw fail('email.mapping_essential')
        if (await mappings.isMapped(event, id)) throw fail('email.event_mapped')
      }
      const chosen = await requireChoices(mappings, change)
      const [, kept, template] = await Promise.all([
        mappings.change(id, {
          ...change,
          ...(conditions === undefined ? {} : { conditions: JSON.stringify(conditions) }),
          updated_at: deps.clock.date(),
        }),
        require(mappings, id),
        chosen ?? (row.template_slug === null ? undefined : mappings.findTemplate(row.template_slug)),
      ])
      const audited = changeOf(auditedMapping(row), auditedMapping(kept))
      await tx.audit({ action: 'email.mapping_changed', target: targetOf(row), ...audited })
      return [kept, template] as const
    })
    return present(by, stored, template)
  }

  return {
    async remove(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const mappings = deps.mappings(tx.db)
        const [, row] = await Promise.all([mappings.lock(id), require(mappings, id)])
        if (isEssentialEvent(row.event_name)) throw fail('email.mapping_essential')
        tx.writeLast(() => mappings.remove(id))
        const { before } = changeOf(auditedMapping(row), {})
        await tx.audit({ action: 'email.mapping_deleted', target: targetOf(row), before })
      })
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
          created_at: deps.clock.date(),
          updated_at: deps.clock.date(),
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
      update(by, id, (row) => {
        requireUnchanged(input.unchanged_since, row)
        return { ...partOf(input), event_name: requireEvent(input.event_name) }
      }),
    changePart: (by: Identity, id: string, input: ChangedMapping): Promise<Changed> => update(by, id, () => partOf(input)),
    toggle: async (by: Identity, id: string): Promise<Mapping> => (await update(by, id, (row) => ({ is_active: !row.is_active }))).mapping,
  }
}

function requireEvent(name: string): EventName {
  const event = resolveEventName(name)
  if (event === undefined) throw failField('email.event_unknown', 'event_name')
  return event
}

/** The stored fields of a complete mapping, without those left out. */
function partOf({ template_slug, provider_id, is_active, conditions, description }: ChangedMapping): ChangedMapping {
  return {
    ...(template_slug === undefined ? {} : { template_slug }),
    ...(provider_id === undefined ? {} : { provider_id }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(description === undefined ? {} : { description: description || null }),
  }
}
