import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Loading.tsx'

/** Names and values, one pair to a line. A value that is left out is on its way. */
export function FigureList({ figures }: { figures: readonly { label: string; value: ReactNode | undefined }[] }) {
  return (
    <dl className="grid gap-3">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-text-2">{label}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value ?? <Skeleton width="4rem" />}</dd>
        </div>
      ))}
    </dl>
  )
}
