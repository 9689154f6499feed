import { type ComponentProps, lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../ui/Loading.tsx'

const VerificationNotice = lazy(async () => ({ default: (await import('./VerificationNotice.tsx')).VerificationNotice }))

/** Fetched when it is needed, since most people at the sign-in screen never see it. */
export function LateVerificationNotice(props: ComponentProps<typeof VerificationNotice>) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height="8rem" />
        </Loading>
      }
    >
      <VerificationNotice {...props} />
    </Suspense>
  )
}
