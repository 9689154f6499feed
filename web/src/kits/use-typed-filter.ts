import { textIn } from '../lib/list-search.ts'
import { useTypedText } from '../lib/use-typed-text.ts'

export type TypedFilter = {
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Milliseconds without a key after which the text is searched for, where not as usual. */
  pause?: number
}

/** A typed filter, applied after a pause. */
export const useTypedFilter = ({ value = '', onChange, pause }: TypedFilter) => useTypedText(value, (text) => onChange(textIn(text)), pause)
