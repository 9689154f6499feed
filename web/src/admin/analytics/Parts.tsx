import { countText } from './figure-text.ts'

export type Part = { name: string; count: number; tone: 1 | 2 | 'rest' }

/** Composition of a total: a bar, and each part by name with its rounded percentage. */
export function Parts({ parts, whole }: { parts: readonly Part[]; whole: number }) {
  return (
    <div className="grid gap-4">
      <div className="parts-bar" aria-hidden="true">
        {parts.map(({ name, count, tone }) => count > 0 && <i key={name} data-tone={tone} style={{ flexGrow: count }} />)}
      </div>
      <ul className="grid gap-2">
        {parts.map(({ name, count, tone }) => (
          <li key={name} className="flex items-center gap-2">
            <i className="parts-dot" data-tone={tone} />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="font-medium tabular-nums">{countText(count)}</span>
            <span className="w-12 text-end text-text-2 tabular-nums">{percent(count, whole)}%</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const percent = (count: number, whole: number) => (whole === 0 ? 0 : Math.round((count / whole) * 100))
