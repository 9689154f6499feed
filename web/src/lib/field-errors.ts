import type { FieldErrors } from '@twofold/contract/errors'
import { type Field, type FieldRefs, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'

/**
 * Puts the server's first complaint about each field beneath that field, and focuses the first one. Answers complaints without a field in the form.
 */
export function placeComplaints<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'control' | 'getValues' | 'setError'>,
  errors: FieldErrors,
): string[] {
  const drawn = new Set<string>()
  for (const path of pathsOf(form.getValues())) {
    const message = errors[path]?.[0]
    if (message === undefined) continue
    const field = path as Path<Values>
    const held = get<FieldRefs, Field | undefined>(form.control._fields, field)?._f
    const inputs = inputsOf(held)
    for (const input of inputs) input.closest('details:not([open])')?.setAttribute('open', '')
    const isDrawn = held?.mount === true && (inputs.length === 0 || inputs.some((input) => input.isConnected))
    form.setError(field, { type: 'server', message }, { shouldFocus: isDrawn && drawn.size === 0 })
    if (isDrawn) drawn.add(path)
  }
  return Object.entries(errors).flatMap(([path, [message]]) => (drawn.has(path) || message === undefined ? [] : [message]))
}

/** The inputs of a field: several for checkboxes, none if it is bound by hand. Another form may have a field of the same name. */
function inputsOf(held: Field['_f'] | undefined): Element[] {
  const inputs: readonly unknown[] = [held?.ref, ...(held?.refs ?? [])]
  return inputs.filter((input) => input instanceof Element)
}

/** The fields of a form in their order; those in a part of it by their paths, such as `target.host`. */
const pathsOf = (values: object): string[] =>
  Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
    isPart(value) ? pathsOf(value).map((path) => `${name}.${path}`) : [name],
  )

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
