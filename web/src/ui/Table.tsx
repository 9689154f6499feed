import './table.css'
import { ArrowDown } from './icons/ArrowDown.ts'
import { ArrowUp } from './icons/ArrowUp.ts'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type Sort<Key extends string> = { by: Key; direction: 'asc' | 'desc' }

export type Column<Row, Key extends string> = {
  key: Key
  header: string
  /** Replaces the header's text, such as a checkbox for all rows. */
  headerCell?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** Its place in a card: 'pair' beside its header, 'title' on a line of its own, 'action' and 'select' in the corners. */
  card?: 'pair' | 'title' | 'action' | 'select'
  /** Left out of a table of less than 904 px, for the sake of what has to be read there; cards have it. */
  wideOnly?: boolean
}

type TableProps<Row, Key extends string> = {
  label: string
  columns: readonly Column<Row, Key>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** Of many columns: closer together. */
  isDense?: boolean
  sort?: Sort<Key>
  onSort?: (sort: Sort<Key>) => void
}

/** Columns that a table of 416 px has room for. */
const few = 3

/** Rows and columns; without room for them every row is a card, so nothing scrolls sideways. The roles are spelled out because `display` would drop them. */
export function Table<Row, Key extends string>({ label, columns, rows, rowKey, isSelected, isDense, sort, onSort }: TableProps<Row, Key>) {
  return (
    <div className="ui-table-box" data-few={columns.length <= few || undefined}>
      <table className="ui-table" role="table" aria-label={label} data-dense={isDense}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-wide-only={column.wideOnly}
                aria-sort={sorting(column.key, sort)}
              >
                {column.headerCell !== undefined ? (
                  column.headerCell
                ) : column.sortable && onSort ? (
                  <button type="button" onClick={() => onSort({ by: column.key, direction: next(column.key, sort) })}>
                    {column.header}
                    {sort?.by === column.key && <Icon icon={sort.direction === 'asc' ? ArrowUp : ArrowDown} size={12} />}
                  </button>
                ) : column.card === 'action' ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" data-selected={isSelected?.(row) || undefined}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-align={column.align}
                  data-label={column.header}
                  data-card={column.card ?? 'pair'}
                  data-wide-only={column.wideOnly}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sorting<Key extends string>(key: Key, sort: Sort<Key> | undefined) {
  if (sort?.by !== key) return undefined
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

function next<Key extends string>(key: Key, sort: Sort<Key> | undefined) {
  return sort?.by === key && sort.direction === 'asc' ? 'desc' : 'asc'
}
