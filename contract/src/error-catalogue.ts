import { accountErrors } from './errors/accounts.ts'
import { emailErrors } from './errors/email.ts'
import { adminErrors } from './errors/admin.ts'
import { programErrors } from './errors/programs.ts'
import { anyCallErrors } from './errors/any-call.ts'
import { vaultErrors } from './errors/vault.ts'

/**
 * Every error the API answers with, by code. `{name}` marks a parameter. The browser translates by code and falls back to
 * the message.
 */
export const catalogue = {
  ...anyCallErrors,
  ...accountErrors,
  ...programErrors,
  ...vaultErrors,
  ...emailErrors,
  ...adminErrors,
} as const
