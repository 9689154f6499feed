import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/**
 * Puts the first complaint of the server about each field beneath that field, and the focus on the first one. False: there is none
 * about a field of this form.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const complaints = Object.keys(form.getValues()).flatMap((field) => {
    const message = error.errors[field]?.[0]
    return message === undefined ? [] : [{ field: field as Path<Values>, message }]
  })
  complaints.forEach(({ field, message }, index) => form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 }))
  return complaints.length > 0
}
