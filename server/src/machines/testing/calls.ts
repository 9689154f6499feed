import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /admin/workload/issuers': {
    body: {
      name: 'Cluster',
      kind: 'url',
      issuer: 'https://cluster.example',
      jwks_host: 'keys.example',
      jwks: undefined,
    },
  },
  'POST /oauth/device': { leaves: 'begins', body: { client_id: 'Some program', device_name: 'build-7', scope: undefined } },
  'POST /oauth/revoke': {
    leaves: ['token_found', 'token_leaked', 'service_account_token_found', 'service_account_token_leaked'],
    body: { token: 'twofold_pat_none', token_type_hint: 'access_token', reason: 'leaked' },
  },
  'POST /oauth/token': {
    leaves: ['workload_replayed'],
    body: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      device_code: 'none',
      subject_token: 'header.payload.signature',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://vault.example.org',
      resource: 'https://vault.example.org',
      scope: 'codes:take',
      client_id: 'runner',
    },
  },
  'POST /profile/devices': { leaves: ['device_signed_in'], body: { user_code: 'BCDF-GHJK' } },
  'POST /profile/devices/deny': { leaves: ['device_denied'], body: { user_code: 'BCDF-GHJK' } },
  'POST /profile/devices/find': { leaves: 'looks', body: { user_code: 'BCDF-GHJK' } },
  'DELETE /profile/devices/{id}': { leaves: ['device_ended'] },
  'POST /profile/tokens': {
    leaves: ['token_created'],
    body: {
      name: 'Deploy script',
      scopes: ['keys:read', 'codes:read'],
      is_agent: false,
      expires_in_days: 90,
      networks: ['192.0.2.0/24'],
      key_ids: undefined,
      trusted_minutes: undefined,
      takes_per_minute: 5,
      takes_per_day: 100,
    },
  },
  'DELETE /profile/tokens/{id}': { leaves: ['token_revoked'] },
  'POST /profile/tokens/{id}/rotate': { leaves: ['token_rotated'], body: { overlap_hours: 24 } },
  'POST /service-accounts': {
    leaves: ['service_account_added'],
    body: { group_id: crypto.randomUUID(), name: 'Deploy bot', description: 'Publishes packages' },
  },
  'DELETE /service-accounts/{id}': { leaves: ['service_account_deleted'] },
  'PATCH /service-accounts/{id}': { leaves: ['service_account_changed'], body: { name: 'Deploy bot', description: 'Publishes packages' } },
  'POST /service-accounts/{id}/resume': { leaves: ['service_account_resumed'] },
  'POST /service-accounts/{id}/shares/{share_id}/accept': { leaves: ['service_account_key_accepted'] },
  'POST /service-accounts/{id}/shares/{share_id}/decline': { leaves: ['service_account_key_declined'] },
  'POST /service-accounts/{id}/suspend': { leaves: ['service_account_suspended'] },
  'POST /service-accounts/{id}/tokens': {
    leaves: ['service_account_token_created'],
    body: {
      name: 'Runner',
      expires_in_days: 30,
      networks: ['192.0.2.0/24'],
      key_ids: undefined,
      takes_per_minute: 5,
      takes_per_day: 100,
    },
  },
  'DELETE /service-accounts/{id}/tokens/{token_id}': { leaves: ['service_account_token_revoked'] },
  'POST /service-accounts/{id}/tokens/{token_id}/rotate': { leaves: ['service_account_token_rotated'], body: { overlap_hours: 24 } },
  'POST /service-accounts/{id}/trusts': {
    leaves: ['trust_added'],
    body: { name: 'Publisher', issuer_id: crypto.randomUUID(), rules: { sub: ['publisher'] }, minutes: 15 },
  },
  'DELETE /service-accounts/{id}/trusts/{trust_id}': { leaves: ['trust_deleted'] },
  'PATCH /service-accounts/{id}/trusts/{trust_id}': {
    leaves: ['trust_changed'],
    body: { name: 'Publisher', rules: { sub: ['publisher'] }, minutes: 15 },
  },
}
