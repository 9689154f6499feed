import {
  changeMapping,
  changeMappingPart,
  createMapping,
  getMapping,
  listAvailableEvents,
  listMappingDecisions,
  listMappings,
  removeMapping,
  toggleMapping,
} from '@twofold/contract/mail-rules/mapping-calls'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { MappingsService } from './mappings.service.ts'

export function mappingsRoutes(app: App, mappings: MappingsService): void {
  route(app, listMappings, { ...byAdmin.evenClosed.read, readsTogether: true }, async () => {
    const [rows, choices] = await Promise.all([mappings.list(), mappings.listChoices()])
    return { success: true, mappings: rows, ...choices }
  })
  route(app, listAvailableEvents, byAdmin.evenClosed.read, async () => {
    const descriptions = await mappings.events()
    return { success: true, events: descriptions.map(({ name }) => name), descriptions }
  })
  route(app, getMapping, byAdmin.evenClosed.read, async ({ params }) => ({ success: true, ...(await mappings.get(params.id)) }))
  route(app, createMapping, byAdmin.evenClosed.atOnce, async ({ user, body }) => ({
    ...sayDone('mapping.created'),
    ...(await mappings.create(user, body)),
  }))
  route(app, changeMapping, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...sayDone('mapping.updated'),
    ...(await mappings.change(user, params.id, body)),
  }))
  route(app, changeMappingPart, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => {
    const changed = await mappings.changePart(user, params.id, body)
    const isToggle = body.is_active !== undefined && Object.keys(body).length === 1
    const code = !isToggle ? 'mapping.updated' : changed.mapping.is_active ? 'mapping.enabled' : 'mapping.disabled'
    return { ...sayDone(code), ...changed }
  })
  route(app, toggleMapping, byAdmin.evenClosed.atOnce, async ({ user, params }) => {
    const mapping = await mappings.toggle(user, params.id)
    return { ...sayDone(mapping.is_active ? 'mapping.enabled' : 'mapping.disabled'), mapping }
  })
  route(app, removeMapping, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await mappings.remove(params.id)
    return sayDone('mapping.removed')
  })
  route(app, listMappingDecisions, byAdmin.evenClosed.read, async ({ params, query }) => ({
    success: true,
    decisions: await mappings.decisions(params.id, query),
  }))
}
