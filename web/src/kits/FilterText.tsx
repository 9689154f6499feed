import { dayIn, textIn } from '../lib/list-search.ts'
import { useTypedText } from '../lib/use-typed-text.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { TextField } from '../ui/TextField.tsx'

type FilterTextProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Milliseconds without a key after which the text is searched for, where not as usual. */
  pause?: number
}

/** Narrows a list down to rows with a text in them. */
export function FilterText({ label, ...filter }: FilterTextProps) {
  const [typed, setTyped] = useTypedFilter(filter)
  return <TextField label={label} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
}

/** As `FilterText`, for the text that a list is searched for first of all. */
export function FilterSearch({ label, placeholder, ...filter }: FilterTextProps & { placeholder: string }) {
  const [typed, setTyped] = useTypedFilter(filter)
  return <SearchField label={label} placeholder={placeholder} value={typed} onChange={setTyped} />
}

/** Narrows a list down to a day, or to what happened from or until then. */
export function FilterDay({ label, value = '', onChange }: Omit<FilterTextProps, 'pause'>) {
  return <TextField label={label} type="date" value={value} onChange={({ target }) => onChange(dayIn(target.value))} />
}

const useTypedFilter = ({ value = '', onChange, pause }: Omit<FilterTextProps, 'label'>) =>
  useTypedText(value, (text) => onChange(textIn(text)), pause)
