import { themeDesign } from '@twofold/contract/mail-design/themes'
import type { TestedCalls } from '../../testing/tested-calls.ts'

const unchanged = { unchanged_since: '2026-01-02T03:04:05.000Z' }

const draft = { subject: 'Hello {{ user.name }}', html_content: '<p>Hello</p>', text_content: 'Hello' }

const template = { name: 'Greeting', category: 'notification', description: 'Says hello', is_active: true, ...draft }

const templateOwned = {
  id: crypto.randomUUID(),
  slug: 'greeting',
  category_label: 'Notification',
  is_system: false,
  is_essential: false,
  variables: {},
  provider: null,
  events: [],
  languages: [],
  stats: {},
  created_at: '',
  updated_at: '',
}

const theme = { name: 'Ours', description: 'Our colours', is_public: false, ...themeDesign.parse({}) }

export const calls: TestedCalls = {
  'PUT /admin/email/settings': {
    body: {
      default_theme: '',
      auto_apply_to_new_templates: true,
      auto_apply_to_existing_templates: false,
      override_existing_themes: false,
      default_category: 'notification',
      default_is_active: true,
      sender: { from_email: '', from_name: '' },
      track_opens_and_clicks: true,
      retention_days: 90,
      body_retention_days: 30,
    },
  },
  'POST /admin/email/settings/apply-theme': { body: { theme: 'card', override_existing_themes: true } },
  'POST /admin/email/templates': { body: { ...template, theme_slug: 'card', provider_id: null } },
  'POST /admin/email/templates/check': { body: { ...draft, theme: 'card', template: 'key-shared' } },
  'POST /admin/email/templates/preview': {
    body: { ...draft, theme: 'card', data: { 'user.name': 'Bo' }, template: 'key-shared', language: 'de' },
  },
  'PATCH /admin/email/templates/{id}': { body: { category: 'notification', is_active: true, provider_id: null } },
  'PUT /admin/email/templates/{id}': { body: { ...template, ...templateOwned, theme_slug: 'card', provider_id: null, version: 1 } },
  'POST /admin/email/templates/{id}/apply-theme': { body: { theme: 'card', update_template: true, force_system_edit: true } },
  'PATCH /admin/email/templates/{id}/field': { body: { field: 'subject', value: 'Another', version: 1 } },
  'POST /admin/email/templates/{id}/preview': { body: { theme: 'card', data: { 'user.name': 'Bo' }, language: 'de' } },
  'PUT /admin/email/templates/{id}/translations/{language}': { body: { ...draft, updated_at: null } },
  'POST /admin/email/themes': { body: theme },
  'POST /admin/email/themes/preview': { body: { template: 'key-shared', design: {} } },
  'PUT /admin/email/themes/{slug}': {
    body: {
      ...theme,
      ...unchanged,
      id: crypto.randomUUID(),
      slug: 'ours',
      is_system: false,
      creator: null,
      templates_count: 0,
      created_at: '',
      updated_at: '',
    },
  },
  'POST /admin/email/themes/{slug}/preview': { body: { template: 'key-shared' } },
}
