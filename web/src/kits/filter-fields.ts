type Change<Filters> = { [Name in keyof Filters]?: Filters[Name] | undefined }

/**
 * Binds the fields that filter a list: `<FilterSelect label={t`Status`} {...field('status')} />`, where `const field = filterFields(filters,
 * onNarrow)`.
 */
export function filterFields<Filters extends object>(filters: Filters, onNarrow: (change: Change<Filters>) => void) {
  return <Name extends keyof Filters>(name: Name) => ({
    value: filters[name],
    onChange: (value: Filters[Name] | undefined) => onNarrow({ [name]: value } as Change<Filters>),
  })
}
