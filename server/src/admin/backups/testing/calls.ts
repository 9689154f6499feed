import type { TestedCalls } from '../../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'PUT /admin/backups/schedule': { body: { frequency: 'weekly', weekday: 6, hour: 3, keep: 7 } },
}
