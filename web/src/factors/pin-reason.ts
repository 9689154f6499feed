import { t } from '@lingui/core/macro'
import type { PinRequest } from '../lib/pin-gate.ts'

/** The reason for which a call needs the PIN. Every call that does is here: pin-reasons.test.ts of the server compares. */
export function pinReason({ method, path }: PinRequest['endpoint']): string {
  switch (`${method} ${path}`) {
    case 'GET /keys/{id}/secret':
      return t`Needed to show the secret.`
    case 'GET /keys/{id}/backup-codes':
      return t`Needed to show backup codes.`
    case 'POST /keys/{id}/rotate':
      return t`Needed to replace the secret.`
    case 'POST /keys/{id}/transfer':
      return t`Needed to hand over the key.`
    case 'POST /keys/export':
      return t`Needed to export keys.`
    case 'POST /takes/{id}/approve':
      return t`Needed to approve a code for a program.`
    case 'POST /profile/tokens':
    case 'POST /service-accounts/{id}/tokens':
      return t`Needed to create a token.`
    case 'POST /profile/tokens/{id}/rotate':
    case 'POST /service-accounts/{id}/tokens/{token_id}/rotate':
      return t`Needed to replace a token.`
    case 'POST /profile/devices':
      return t`Needed to sign in a program.`
    case 'POST /service-accounts/{id}/trusts':
    case 'PATCH /service-accounts/{id}/trusts/{trust_id}':
      return t`Needed to change which workloads get in.`
    case 'POST /auth/factors/totp':
    case 'DELETE /auth/factors/totp':
    case 'POST /auth/factors/passkeys/options':
    case 'DELETE /auth/factors/passkeys/{id}':
    case 'POST /auth/identities':
    case 'DELETE /auth/identities/{id}':
    case 'PUT /profile/password':
      return t`Needed to change how you sign in.`
    case 'POST /auth/factors/recovery-codes':
      return t`Needed to create recovery codes.`
    case 'PUT /profile':
      return t`Needed to change your account.`
    case 'DELETE /profile':
      return t`Needed to delete your account.`
    case 'POST /admin/requests/{id}/approve':
      return t`Needed to approve the request.`
    case 'POST /admin/requests/{id}/refuse':
      return t`Needed to refuse the request.`
    case 'POST /admin/requests/{id}/resume':
      return t`Needed to resume the request.`
    case 'POST /admin/mail-path/approve':
      return t`Needed to approve changes to e-mail.`
    case 'POST /admin/users/{id}/release':
      return t`Needed to open a closed account.`
    case 'POST /admin/backups/{id}/download':
      return t`Needed to download a backup.`
    default:
      return t`Needed to continue.`
  }
}
