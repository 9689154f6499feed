import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../lib/api-error.ts'
import { placeComplaints } from '../lib/field-errors.ts'

/** `about`: error codes that belong to a field. `fieldOf`: the form's field for one of the call; undefined if it has none. */
type Places<Values extends FieldValues> = {
  about?: Readonly<Record<string, Path<Values>>> | undefined
  fieldOf?: ((field: string) => Path<Values> | undefined) | undefined
}

/**
 * Puts a refusal's complaints beneath their fields. `hasPlace`: all of them were placed. Otherwise `rest` is the text of those without a field, if
 * any, for the form to show.
 */
export function useRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'control' | 'getValues' | 'setError'>,
  error: Error | null,
  { about, fieldOf = (field) => field as Path<Values> }: Places<Values> = {},
): { hasPlace: boolean; rest: string | undefined } {
  const [placed, setPlaced] = useState<{ error: Error; rest: string | undefined }>()
  const field = error instanceof ApiError ? about?.[error.code] : undefined
  const complaints =
    error instanceof ApiError
      ? field === undefined
        ? Object.fromEntries(Object.entries(error.errors).map(([name, messages]) => [fieldOf(name) ?? name, messages]))
        : { [field]: [error.message] }
      : {}
  const place = useEffectEvent((refusal: Error) => setPlaced({ error: refusal, rest: placeComplaints(form, complaints)[0] }))
  // Once it is drawn: fields that were disabled while it was sent take the focus then, and a field may be drawn because of the refusal.
  useLayoutEffect(() => {
    if (error) place(error)
  }, [error])
  const rest = placed?.error === error ? placed?.rest : undefined
  return { hasPlace: Object.keys(complaints).length > 0 && rest === undefined, rest }
}
