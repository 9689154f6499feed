import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/reviews': {
    body: { scope: 'outside', tag: undefined, group_id: undefined, domains: 'example.org', due_at: '2099-01-01T00:00:00Z' },
  },
  'POST /reviews': {
    leaves: ['review.started'],
    body: { scope: 'all', tag: undefined, group_id: undefined, domains: undefined, due_at: '2099-01-01T00:00:00Z' },
  },
  'DELETE /reviews/{id}': { leaves: ['review.withdrawn'] },
  'POST /reviews/{id}/answers': {
    leaves: ['review.answered', 'share_revoked', 'group_member_removed'],
    body: { items: [crypto.randomUUID()], answer: 'confirmed' },
  },
  'POST /reviews/{id}/undo': {
    leaves: ['review.undone', 'share_given_again', 'group_member_added'],
    body: { items: [crypto.randomUUID()] },
  },
}
