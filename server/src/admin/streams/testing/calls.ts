import type { TestedCalls } from '../../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/audit/streams': { body: { name: 'Collector', from: 'now', target: { kind: 'file', file_name: 'audit.jsonl' } } },
  'PUT /admin/audit/streams/{id}': { body: { name: 'Collector', is_active: false, target: { kind: 'file', file_name: 'audit.jsonl' } } },
}
