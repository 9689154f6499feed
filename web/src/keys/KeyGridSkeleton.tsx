import './keys.css'
import { useLingui } from '@lingui/react/macro'
import { Loading, Skeleton } from '../ui/Loading.tsx'

/** The outline of three cards. */
export function KeyGridSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading keys...`}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4">
        {[1, 2, 3].map((card) => (
          <div key={card} className="key-card">
            <div className="key-head">
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
            <div className="key-foot">
              <Skeleton width="30%" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
