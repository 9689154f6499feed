import { SearchField } from '../ui/SearchField.tsx'
import { type TypedFilter, useTypedFilter } from './use-typed-filter.ts'

/** Like `FilterText`, for a list's main search. */
export function FilterSearch({ label, placeholder, ...filter }: TypedFilter & { label: string; placeholder: string }) {
  const [typed, setTyped] = useTypedFilter(filter)
  return <SearchField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />
}
