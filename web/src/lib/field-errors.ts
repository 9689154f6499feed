import { type Field, type FieldRefs, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/**
 * Puts the first complaint of the server about each field beneath that field, and the focus on the first one. False: there is none
 * about a field of this form.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'control' | 'getValues' | 'setError'>,
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
  form: Pick<UseFormReturn<Values>, 'control' | 'setError'>,
  field: Path<Values>,
  message: string,
  options: { shouldFocus: boolean },
): void {
  for (const input of inputsOf(form, field)) input.closest('details:not([open])')?.setAttribute('open', '')
  form.setError(field, { type: 'server', message }, options)
}

/** What is drawn of a field: several where boxes are ticked, none where the form leaves it out. Another form may have a field of the same name. */
function inputsOf<Values extends FieldValues>({ control }: Pick<UseFormReturn<Values>, 'control'>, field: Path<Values>): Element[] {
  const held = get<FieldRefs, Field | undefined>(control._fields, field)?._f
  const inputs: readonly unknown[] = [held?.ref, ...(held?.refs ?? [])]
  return inputs.filter((input) => input instanceof Element).filter(({ isConnected }) => isConnected)
}

/** The fields of a form in their order; those in a part of it by their paths, such as `target.host`. */
export const pathsOf = (values: object): string[] =>
  Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
    isPart(value) ? pathsOf(value).map((path) => `${name}.${path}`) : [name],
  )

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
