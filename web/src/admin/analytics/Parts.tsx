import { percentText } from '../../lib/number-text.ts'
import { countText } from './figure-text.ts'

export type Part = { name: string; count: number; tone: 1 | 2 | 'rest' }

const tones = { 1: 'bg-chart-1', 2: 'bg-chart-2', rest: 'bg-field' } as const

/** Composition of a total: a bar, and each part by name with its rounded percentage. */
export function Parts({ parts, whole }: { parts: readonly Part[]; whole: number }) {
  return (
    <div className="grid gap-4">
      <div className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken forced-color-adjust-none" aria-hidden="true">
        {parts.map(
          ({ name, count, tone }) =>
            count > 0 && <i key={name} className={`min-w-0.5 shrink basis-0 ${tones[tone]}`} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className="grid gap-2">
        {parts.map(({ name, count, tone }) => (
          <li key={name} className="flex items-center gap-2">
            <i className={`size-2 flex-none rounded-full forced-color-adjust-none ${tones[tone]}`} />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="font-medium tabular-nums">{countText(count)}</span>
            <span className="w-12 text-end text-text-2 tabular-nums">{percentText(percent(count, whole))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const percent = (count: number, whole: number) => (whole === 0 ? 0 : Math.round((count / whole) * 100))
