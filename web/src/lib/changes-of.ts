/** The fields of a form that differ from the stored ones: others may have changed the rest meanwhile. */
export const changesOf = <Values extends object>(stored: Values, input: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof Values])),
  ) as Partial<Values>
