import {
  applyTemplateTheme,
  changeTemplate,
  changeTemplateField,
  changeTemplatePart,
  createTemplate,
  duplicateTemplate,
  removeTemplate,
} from '@twofold/contract/mail-design/template-changes'
import { checkDraft, previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { getTemplate, getTemplateStatistics, listTemplates, listTemplateThemes } from '@twofold/contract/mail-design/templates'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { TemplatePreviewsService } from './template-previews.service.ts'
import type { TemplatesService } from './templates.service.ts'

const updated = {
  description: 'template.description_updated',
  subject: 'template.subject_updated',
  html_content: 'template.html_updated',
  text_content: 'template.text_updated',
} as const

export function templatesRoutes(app: App, services: { templates: TemplatesService; previews: TemplatePreviewsService }): void {
  const { templates, previews } = services

  route(app, listTemplates, { ...byAdmin.evenClosed.read, readsTogether: true }, async ({ query }) => ({
    success: true,
    ...(await templates.list({ onlyActive: query.active_only ?? false })),
  }))
  route(app, getTemplateStatistics, byAdmin.evenClosed.read, async () => ({ success: true, statistics: await templates.statistics() }))
  route(app, listTemplateThemes, byAdmin.evenClosed.read, async () => ({ success: true, themes: await templates.themes() }))
  route(app, getTemplate, byAdmin.evenClosed.read, async ({ params }) => ({ success: true, template: await templates.get(params.id) }))
  route(app, createTemplate, byAdmin.evenClosed.atOnce, async ({ user, body }) => ({
    ...sayDone('template.created'),
    ...(await templates.create(user, body)),
  }))
  route(app, changeTemplate, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...sayDone('template.updated'),
    ...(await templates.change(user, params.id, body)),
  }))
  route(app, changeTemplatePart, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...sayDone('template.updated'),
    ...(await templates.changePart(user, params.id, body)),
  }))
  route(app, changeTemplateField, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...sayDone(updated[body.field]),
    ...(await templates.changeField(user, params.id, body.field, body.value, body.version)),
  }))
  route(app, removeTemplate, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await templates.remove(params.id)
    return sayDone('template.deleted')
  })
  route(app, duplicateTemplate, byAdmin.evenClosed.atOnce, async ({ user, params }) => ({
    ...sayDone('template.duplicated'),
    template: await templates.duplicate(user, params.id),
  }))
  route(app, previewTemplate, { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false }, async ({ user, params, body }) => ({
    success: true,
    ...(await previews.preview(user, params.id, body)),
  }))
  route(app, previewDraft, { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false }, async ({ user, body }) => ({
    success: true,
    ...(await previews.previewDraft(user, { ...body, text_content: body.text_content ?? null })),
  }))
  route(app, checkDraft, { ...byAdmin.evenClosed.read, approval: 'none', isAudited: false }, async ({ user, body }) => ({
    success: true,
    ...(await previews.check(user, { ...body, text_content: body.text_content ?? null })),
  }))
  route(app, applyTemplateTheme, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    success: true,
    ...(await templates.giveTheme(user, params.id, body.theme || null, { isKept: body.update_template ?? true })),
  }))
}
