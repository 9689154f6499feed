import { useState } from 'react'

/** Selected rows of a list: by id across its pages, or all that match. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  function select(next: ReadonlySet<string>) {
    setAll(false)
    setSelected(next)
  }
  return {
    selected,
    isAll,
    select,
    selectAll: () => setAll(true),
    clear: () => select(new Set()),
    /** `before`: the visible rows of a selection of all. */
    toggle(ids: readonly string[], isOn: boolean, before = selected) {
      const next = new Set(before)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      select(next)
    },
  }
}
