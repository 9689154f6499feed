import type { TestedCalls } from '../../testing/tested-calls.ts'
import { testPassword } from '../../testing/test-secrets.ts'

export const calls: TestedCalls = {
  'POST /auth/identities': { leaves: 'begins', body: { provider: 'oidc', current_password: testPassword } },
  'POST /auth/identities/finish': {
    leaves: ['identity_connected'],
    body: { provider: 'oidc', state: 'connect.A', code: 'A', iss: 'https://id.example.org' },
  },
  'POST /auth/identities/sign-in': { leaves: 'begins', body: { provider: 'oidc', remember: true } },
  'POST /auth/identities/sign-in/finish': {
    leaves: ['signed_in', 'signed_in_from_new_device', 'identity_connected'],
    body: { provider: 'oidc', state: 'sign-in.A', code: 'A', iss: 'https://id.example.org' },
  },
  'DELETE /auth/identities/{id}': { leaves: ['identity_disconnected'], body: { current_password: testPassword } },
}
