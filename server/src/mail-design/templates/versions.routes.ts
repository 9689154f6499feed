import {
  getTemplateVersion,
  listTemplateTranslations,
  listTemplateVersions,
  putTemplateTranslation,
  removeTemplateTranslation,
  restoreTemplateVersion,
} from '@twofold/contract/mail-design/template-versions'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { VersionsService } from './versions.service.ts'

export function versionsRoutes(app: App, versions: VersionsService): void {
  route(app, listTemplateVersions, byAdmin.evenClosed.read, async ({ params }) => ({
    success: true,
    versions: await versions.list(params.id),
  }))
  route(app, getTemplateVersion, byAdmin.evenClosed.read, async ({ user, params, query }) => ({
    success: true,
    ...(await versions.get(user, params.id, params.number, query.against)),
  }))
  route(app, restoreTemplateVersion, byAdmin.evenClosed.atOnce, async ({ user, params }) => ({
    ...sayDone('template.version_restored', { number: params.number }),
    template: await versions.restore(user, params.id, params.number),
  }))
  route(app, listTemplateTranslations, byAdmin.evenClosed.read, async ({ params }) => ({
    success: true,
    translations: await versions.listTranslations(params.id),
  }))
  route(app, putTemplateTranslation, byAdmin.evenClosed.atOnce, async ({ user, params, body }) => ({
    ...sayDone('template.translation_saved'),
    ...(await versions.putTranslation(user, params.id, params.language, { ...body, text_content: body.text_content || null })),
  }))
  route(app, removeTemplateTranslation, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await versions.removeTranslation(params.id, params.language)
    return sayDone('template.translation_removed')
  })
}
