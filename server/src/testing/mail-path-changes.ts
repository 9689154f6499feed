import { changeSettings } from '@twofold/contract/admin/settings'
import { changeMappingPart, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { changeProvider, createProvider } from '@twofold/contract/mail-delivery/providers'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { changeTemplateField } from '@twofold/contract/mail-design/template-changes'
import { putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { changeTheme, createTheme } from '@twofold/contract/mail-design/theme-calls'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import type { Started } from './insiders.ts'

export const pathChanges: Record<string, (app: Started) => Promise<unknown>> = {
  'an own server as provider': async (app) => app.admin.call(createProvider, { body: (await useSmtpSink()).provider }),
  'priority of a provider': async (app) => {
    const { provider } = await useSmtpSink()
    const { id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeProvider, { params: { id }, body: { ...provider, priority: 9 } })
  },
  'default provider': async (app) => {
    const { provider } = await useSmtpSink()
    const { id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeProvider, { params: { id }, body: { ...provider, is_default: true } })
  },
  'address of the sender': async (app) => {
    const { settings } = (await app.admin.send<{ settings: object }>('GET', '/api/admin/email/settings')).body
    const sender = { from_email: 'vault@thief.example', from_name: 'Vault' }
    return app.admin.call(changeEmailSettings, { body: { ...settings, sender } })
  },
  'template of the reset': async (app) =>
    app.admin.call(changeTemplateField, {
      params: { id: await resetTemplate(app) },
      body: { field: 'subject', value: 'Your password' },
    }),
  'translation of the reset': async (app) =>
    app.admin.call(putTemplateTranslation, {
      params: { id: await resetTemplate(app), language: 'de' },
      body: { subject: 'Passwort', html_content: '<p>Hallo</p>', text_content: 'Hallo' },
    }),
  'mapping of the reset': async (app) => {
    const { mappings } = (await app.admin.call(listMappings, {})).body as unknown as { mappings: { id: string; event_name: string }[] }
    const id = mappings.find(({ event_name: event }) => event === 'user.password.reset_requested')?.id ?? ''
    const { id: provider_id } = await app.db.selectFrom('email_providers').select('id').executeTakeFirstOrThrow()
    return app.admin.call(changeMappingPart, { params: { id }, body: { provider_id } })
  },
  'theme of the reset': async (app) => {
    const { design } = await app.db.selectFrom('email_themes').select('design').limit(1).executeTakeFirstOrThrow()
    const form = { ...(design as object), name: 'Mine', description: '', is_public: false } as never
    const { body } = await app.admin.call(createTheme, { body: form })
    const slug = body.theme.slug
    await app.db
      .updateTable('email_templates')
      .set({ theme_slug: slug })
      .where('id', '=', await resetTemplate(app))
      .execute()
    return app.admin.call(changeTheme, { params: { slug }, body: { ...(form as object), primary_color: '#123456' } as never })
  },
  'address that links lead to': async (app) => app.admin.call(changeSettings, { body: { address: 'https://thief.example' } }),
}

async function resetTemplate(app: Started): Promise<string> {
  const { template_slug: slug } = await app.db
    .selectFrom('email_mappings')
    .where('event_name', '=', 'user.password.reset_requested')
    .select('template_slug')
    .executeTakeFirstOrThrow()
  return (await app.db.selectFrom('email_templates').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()).id
}
