import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/webhooks': {
    body: {
      name: 'Chat',
      url: 'https://hooks.example/twofold',
      ca: undefined,
      event_types: ['token.created'],
      signature: 'v1',
    },
  },
  'PUT /admin/webhooks/{id}': {
    body: {
      name: 'Chat',
      url: 'https://hooks.example/twofold',
      ca: undefined,
      event_types: ['token.created'],
      is_active: false,
    },
  },
}
