import type { TestedCalls } from '../../testing/tested-calls.ts'

const unchanged = { unchanged_since: '2026-01-02T03:04:05.000Z' }

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

export const calls: TestedCalls = {
  'POST /admin/email/event-mappings': { body: { ...mapping, ...mappingOwned } },
  'PATCH /admin/email/event-mappings/{id}': {
    body: {
      template_slug: 'key-shared',
      provider_id: null,
      is_active: true,
      conditions: {},
      description: 'Ours',
    },
  },
  'PUT /admin/email/event-mappings/{id}': { body: { ...mapping, ...mappingOwned, ...unchanged } },
}
