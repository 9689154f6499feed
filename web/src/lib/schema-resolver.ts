import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { fieldComplaints } from './field-complaint.ts'

/** Lets a form check itself with the rules of the contract, so that browser and server cannot disagree. One complaint per field, the first. */
export function schemaResolver<Values extends FieldValues>(schema: ZodMiniType<unknown, Values>): Resolver<Values> {
  return (values) => {
    const complaints = Object.entries(fieldComplaints(schema, values))
    if (complaints.length === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries(complaints.map(([field, message]) => [field, { type: 'contract', message }])) as FieldErrors<Values>,
    }
  }
}
