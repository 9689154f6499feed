import { accountErrors } from './errors/accounts.ts'
import { emailErrors } from './errors/email.ts'
import { officeErrors } from './errors/office.ts'
import { programErrors } from './errors/programs.ts'
import { requestErrors } from './errors/requests.ts'
import { vaultErrors } from './errors/vault.ts'

/**
 * Every error the API answers with, by code. `{name}` marks a parameter. The browser translates by code and falls back to
 * the message.
 */
export const catalogue = {
  ...requestErrors,
  ...accountErrors,
  ...programErrors,
  ...vaultErrors,
  ...emailErrors,
  ...officeErrors,
} as const
