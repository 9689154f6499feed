import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { translateComplaint } from './error-messages.ts'

/** Lets a form check itself with the rules of the contract, so that browser and server cannot disagree. One complaint per field, the first. */
export function schemaResolver<Values extends FieldValues>(schema: ZodMiniType<unknown, Values>): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of parsed.error.issues)
      errors[path.join('.')] ??= { type: 'contract', message: translateComplaint(message) }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
