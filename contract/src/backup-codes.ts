import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { hasNoControlCharacters } from './control-characters.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Backup codes')

/** A code that the guarded service handed out for the day when its key is lost. Each is good once, there. */
export const backupCode = z.object({
  id: z.string(),
  code: z.string(),
  /** Null: unused. */
  used_at: z.nullable(z.string()),
  used_by: z.nullable(z.string()),
})
export type BackupCode = z.infer<typeof backupCode>

export const listBackupCodes = endpoint('GET /keys/{id}/backup-codes', {
  summary: 'List the backup codes of a key. Needs the PIN; each view is recorded',
  errors: ['keys.not_found', 'keys.view_only'],
  response: z.object({ data: z.array(backupCode) }),
})

export const addBackupCodes = endpoint('POST /keys/{id}/backup-codes', {
  summary: 'Add backup codes to a key; existing ones are kept',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    codes: z
      .array(
        z
          .string('Enter a code')
          .check(z.trim(), z.minLength(1, 'Enter a code'), z.maxLength(limits.backupCodeMax), z.refine(hasNoControlCharacters)),
      )
      .check(z.minLength(1, 'Enter at least one code'), z.maxLength(limits.backupCodesPerKey)),
  }),
  errors: ['keys.backup_codes_limit', 'keys.not_found', 'keys.view_only'],
  response: z.object({ added: z.number(), total: z.number(), ...said }),
})

export const markBackupCode = endpoint('PATCH /keys/{id}/backup-codes/{code_id}', {
  summary: 'Mark a backup code as used or unused',
  body: z.strictObject({ used: z.boolean() }),
  errors: ['keys.backup_code_not_found', 'keys.not_found', 'keys.view_only'],
  response: z.object({ used_at: z.nullable(z.string()), used_by: z.nullable(z.string()), ...said }),
})

export const removeBackupCode = endpoint('DELETE /keys/{id}/backup-codes/{code_id}', {
  summary: 'Remove a backup code from a key',
  errors: ['keys.backup_code_not_found', 'keys.not_found', 'keys.view_only'],
})
