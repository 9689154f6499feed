import { SearchField } from '../ui/SearchField.tsx'
import { type TypedFilter, useTypedFilter } from './use-typed-filter.ts'

/** As `FilterText`, for the text that a list is searched for first of all. */
export function FilterSearch({ label, placeholder, ...filter }: TypedFilter & { label: string; placeholder: string }) {
  const [typed, setTyped] = useTypedFilter(filter)
  return <SearchField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />
}
