import { TextField } from '../ui/TextField.tsx'
import { type TypedFilter, useTypedFilter } from './use-typed-filter.ts'

/** Narrows a list down to rows with a text in them. */
export function FilterText({ label, ...filter }: TypedFilter & { label: string }) {
  const [typed, setTyped] = useTypedFilter(filter)
  return <TextField label={label} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
}
