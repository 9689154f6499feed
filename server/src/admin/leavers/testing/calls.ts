import type { TestedCalls } from '../../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/users/{id}/leaver/hand-over': { body: { key_ids: [crypto.randomUUID()], all: undefined, to: crypto.randomUUID() } },
  'POST /admin/users/{id}/leaver/impact': { body: { key_ids: [crypto.randomUUID()], all: undefined } },
  'POST /admin/users/{id}/leaver/let-go': { body: { key_ids: [crypto.randomUUID()], all: undefined } },
  'POST /admin/users/{id}/leaver/renewed': { body: { key_ids: [crypto.randomUUID()], renewed: true } },
}
