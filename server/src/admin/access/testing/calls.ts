import type { TestedCalls } from '../../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/access/questions': {
    body: {
      name: 'Partners',
      filters: {
        question: 'access',
        key: 'host',
        person: 'bo',
        group: 'night',
        tag: 'web',
        domain: 'example.org',
        outside: 'true',
        on: '2026-11-20',
        from: undefined,
        to: undefined,
      },
    },
  },
  'PATCH /admin/access/questions/{id}': { body: { name: 'Partners' } },
}
