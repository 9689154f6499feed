import { Loading, Skeleton } from '../../../ui/Loading.tsx'
import { Card } from '../../../ui/Panel.tsx'

/** The outline of a tab whose contents are on their way. */
export function TabSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6">
        <Card className="grid gap-3 p-5">
          <Skeleton width="40%" height="1.25rem" />
          <Skeleton width="65%" />
          <Skeleton width="50%" />
        </Card>
        <Card className="grid gap-3 p-5">
          <Skeleton width="30%" height="1.25rem" />
          <Skeleton height="2.5rem" />
        </Card>
      </div>
    </Loading>
  )
}
