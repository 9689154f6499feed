import { t } from '@lingui/core/macro'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { Column } from '../ui/Table.tsx'

type SelectColumnOptions<Row> = {
  idOf: (row: Row) => string
  /** Label of a row's checkbox. Undefined: the row cannot be selected. */
  nameOf: (row: Row) => string | undefined
  selected: ReadonlySet<string>
  onToggle: (ids: string[], isOn: boolean) => void
  /** The rows of this page that its own box selects. Left out: it has none. */
  page?: readonly Row[]
}

/** Boxes that select rows, and above them one for the page. */
export function selectColumn<Row>({ idOf, nameOf, selected, onToggle, page }: SelectColumnOptions<Row>): Column<Row, 'select'> {
  const ids = page?.map(idOf) ?? []
  const chosen = ids.filter((id) => selected.has(id)).length
  return {
    key: 'select',
    header: t`Select`,
    card: 'select',
    headerCell: page ? (
      <Checkbox
        label={<span className="sr-only">{t`Select all on this page`}</span>}
        checked={chosen > 0 && chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        disabled={ids.length === 0}
        onChange={({ target }) => onToggle(ids, target.checked)}
      />
    ) : (
      <span className="sr-only">{t`Select`}</span>
    ),
    cell: (row) => {
      const name = nameOf(row)
      return (
        name !== undefined && (
          <Checkbox
            label={<span className="sr-only">{t`Select ${name}`}</span>}
            checked={selected.has(idOf(row))}
            onChange={({ target }) => onToggle([idOf(row)], target.checked)}
          />
        )
      )
    },
  }
}
