import { t } from '@lingui/core/macro'

/** The sentence for a page that was opened at another address than the vault's own; undefined for other errors (WebAuthn Level 3 §5.1). */
export const foreignAddress = (error: unknown, host: string | undefined): string | undefined =>
  error instanceof Error && error.name === 'SecurityError' && host !== undefined
    ? t`Passkeys of this vault work only at ${host}. Please open it there.`
    : undefined

/** The browser gave or made no passkey. `message` may be shown. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}
