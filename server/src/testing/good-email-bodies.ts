import { themeDesign } from '@twofold/contract/mail-design/themes'

const provider = {
  name: 'Main',
  provider: 'smtp',
  configuration: { host: '127.0.0.1', port: 25, username: 'vault', password: 'secret', encryption: 'none', from_email: '', from_name: '' },
  priority: 1,
  daily_limit: 100,
  hourly_limit: null,
  is_active: false,
  is_default: false,
}

/** Fields of the answer that the server owns: a form may send them back, and they are ignored. */
const serverOwned = {
  id: crypto.randomUUID(),
  has_secret: true,
  has_sender: true,
  emails_sent_today: 0,
  emails_sent_this_hour: 0,
  breaker: {},
  last_error: null,
  last_error_at: null,
  created_at: '',
  updated_at: '',
}

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
const mapping = {
  event_name: 'user.login',
  template_slug: 'key-shared',
  provider_id: null,
  is_active: true,
  conditions: { cooldown: 3600 },
  description: 'Ours',
}
const mappingOwned = {
  id: crypto.randomUUID(),
  template: null,
  template_name: '',
  provider: null,
  stats: {},
  created_at: '',
  updated_at: '',
}
const trial = { test_email: 'test@example.org', send_method: 'queue', data: { 'user.name': 'Bo' }, language: 'de' }

/** A body that each call of the e-mail system accepts, with every field. */
export const goodEmailBodies: Record<string, Record<string, unknown>> = {
  'POST /admin/email/config': provider,
  'PUT /admin/email/config/{id}': { ...provider, ...serverOwned, ...unchanged },
  'POST /admin/email/config/test': { ...provider, ...serverOwned },
  'PUT /admin/email/settings': {
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
  'POST /admin/email/settings/apply-theme': { theme: 'card', override_existing_themes: true },
  'POST /admin/email/templates': { ...template, theme_slug: 'card', provider_id: null },
  'PUT /admin/email/templates/{id}': { ...template, ...templateOwned, theme_slug: 'card', provider_id: null, version: 1 },
  'PATCH /admin/email/templates/{id}': { category: 'notification', is_active: true, provider_id: null },
  'PATCH /admin/email/templates/{id}/field': { field: 'subject', value: 'Another', version: 1 },
  'POST /admin/email/templates/{id}/preview': { theme: 'card', data: { 'user.name': 'Bo' }, language: 'de' },
  'POST /admin/email/templates/preview': { ...draft, theme: 'card', data: { 'user.name': 'Bo' }, template: 'key-shared', language: 'de' },
  'POST /admin/email/templates/check': { ...draft, theme: 'card', template: 'key-shared' },
  'POST /admin/email/templates/{id}/apply-theme': { theme: 'card', update_template: true, force_system_edit: true },
  'POST /admin/email/templates/{id}/test': trial,
  'PUT /admin/email/templates/{id}/translations/{language}': { ...draft, updated_at: null },
  'POST /admin/email/themes': theme,
  'PUT /admin/email/themes/{slug}': {
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
  'POST /admin/email/themes/{slug}/preview': { template: 'key-shared' },
  'POST /admin/email/themes/preview': { template: 'key-shared', design: {} },
  'POST /admin/email/event-mappings': { ...mapping, ...mappingOwned },
  'PUT /admin/email/event-mappings/{id}': { ...mapping, ...mappingOwned, ...unchanged },
  'PATCH /admin/email/event-mappings/{id}': {
    template_slug: 'key-shared',
    provider_id: null,
    is_active: true,
    conditions: {},
    description: 'Ours',
  },
  'POST /admin/email/event-mappings/{id}/test': trial,
  'POST /admin/email/events/{id}/test': trial,
  'POST /admin/email/explain': {
    event_name: 'key.shared',
    email: 'bo@example.org',
    at: '2026-11-20T10:00:00Z',
    data: { 'share.permission': 'view' },
  },
  'POST /admin/email/suppressions': { email: 'gone@example.org', detail: 'Asked for it by telephone' },
  'POST /admin/email/held/release': { ids: [crypto.randomUUID()], until: '2026-11-22T00:00:00Z' },
  'POST /admin/email/held/discard': { ids: [crypto.randomUUID()], until: '2026-11-22T00:00:00Z' },
  'POST /admin/email/logs/{id}/resolve': { as: 'delivered' },
}
