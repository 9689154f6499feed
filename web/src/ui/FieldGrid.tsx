import type { ReactNode } from 'react'

const looks = {
  fit: 'grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-5',
  pairs: 'grid-cols-1 gap-4 min-[30rem]:grid-cols-2',
} as const

/** Fields side by side: as many as there is room for, or two and two. */
export function FieldGrid({ by = 'fit', children }: { by?: keyof typeof looks; children: ReactNode }) {
  return <div className={`grid items-start ${looks[by]}`}>{children}</div>
}
