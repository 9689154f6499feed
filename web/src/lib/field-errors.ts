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
  const complaints = pathsOf(form.getValues()).flatMap((field) => {
    const message = error.errors[field]?.[0]
    return message === undefined ? [] : [{ field: field as Path<Values>, message }]
  })
  complaints.forEach(({ field, message }, index) => complainAt(form, field, message, { shouldFocus: index === 0 }))
  return complaints.length > 0
}

/** Puts a complaint of the server beneath a field. The part that it is folded away in is unfolded: it could neither be seen nor take the focus. */
export function complainAt<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  field: Path<Values>,
  message: string,
  options: { shouldFocus: boolean },
): void {
  for (const input of document.getElementsByName(field)) input.closest('details:not([open])')?.setAttribute('open', '')
  form.setError(field, { type: 'server', message }, options)
}

/** The fields of a form in their order; those in a part of it by their paths, such as `target.host`. */
export const pathsOf = (values: object): string[] =>
  Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
    isPart(value) ? pathsOf(value).map((path) => `${name}.${path}`) : [name],
  )

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
