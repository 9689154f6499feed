import { useLingui } from '@lingui/react/macro'
import { Loading, Skeleton } from '../ui/Loading.tsx'

/** Three cards on their way. */
export function KeyGridSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading keys...`}>
      <KeyGridOutline />
    </Loading>
  )
}

export const KeyGridOutline = () => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4">
    {[1, 2, 3].map((card) => (
      <div key={card} className="ui-card grid h-full grid-rows-[auto_auto_1fr] gap-4 p-4">
        <div className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
          <Skeleton width="2.5rem" height="2.5rem" radius="10px" />
          <div className="grid gap-2">
            <Skeleton width="55%" />
            <Skeleton width="35%" />
          </div>
        </div>
        <div className="grid gap-2">
          <Skeleton height="3.75rem" radius="var(--r-md)" />
          <Skeleton width="40%" height="1.75rem" />
        </div>
        <div className="flex min-h-[calc(var(--h-sm)+0.75rem)] items-center self-end border-t border-border pt-3">
          <Skeleton width="30%" />
        </div>
      </div>
    ))}
  </div>
)
