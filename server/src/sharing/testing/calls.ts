import type { TestedCalls } from '../../testing/tested-calls.ts'

const share = {
  email: 'cy@example.org',
  group_id: undefined,
  service_account_id: undefined,
  approval: undefined,
  four_eyes: undefined,
  permission: 'view',
  expires_at: '2126-01-01T00:00:00Z',
}

export const calls: TestedCalls = {
  'POST /auth/invite/read': { leaves: 'looks', body: { token: 'A'.repeat(43) } },
  'POST /groups': { leaves: ['group_added'], body: { name: 'Operations' } },
  'DELETE /groups/{id}': { leaves: ['group_deleted'] },
  'PATCH /groups/{id}': { leaves: 'own', body: { name: 'Operations' } },
  'POST /groups/{id}/leave': { leaves: ['group_left'] },
  'POST /groups/{id}/members': { leaves: ['group_member_added'], body: { email: 'cy@example.org' } },
  'DELETE /groups/{id}/members/{member_id}': { leaves: ['group_member_removed'] },
  'PATCH /groups/{id}/members/{member_id}': {
    leaves: ['group_manager_added', 'group_manager_removed'],
    body: { manages_service_accounts: true },
  },
  'POST /groups/{id}/members/{member_id}/confirm': { leaves: ['group_member_confirmed'] },
  'POST /keys/share': { leaves: ['share_given', 'share_changed'], body: { key_ids: [crypto.randomUUID()], ...share } },
  'POST /keys/{id}/ask-again': { leaves: ['share_asked'] },
  'POST /keys/{id}/leave': { leaves: ['share_left'] },
  'POST /keys/{id}/share': { leaves: ['share_given', 'share_changed'], body: share },
  'DELETE /keys/{id}/shares/{share_id}': { leaves: ['share_revoked'] },
  'PATCH /keys/{id}/shares/{share_id}': {
    leaves: ['share_changed'],
    body: { permission: 'admin', expires_at: null, approval: undefined, four_eyes: undefined },
  },
  'POST /keys/{id}/shares/{share_id}/confirm': { leaves: ['share_confirmed'] },
  'POST /keys/{id}/shares/{share_id}/remind': { leaves: ['share_reminded'] },
  'POST /keys/{id}/shares/{share_id}/restore': { leaves: ['share_given_again'] },
  'DELETE /keys/{id}/transfer': { leaves: ['key_offer_withdrawn'] },
  'POST /keys/{id}/transfer': { leaves: ['key_offered'], body: { email: 'cy@example.org' } },
  'POST /offers/{id}/accept': { leaves: ['key_taken_over'] },
  'POST /offers/{id}/decline': { leaves: ['key_declined'] },
}
