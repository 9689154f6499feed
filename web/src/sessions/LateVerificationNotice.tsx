import { type ComponentProps, Suspense } from 'react'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { latePart } from '../lib/late-part.ts'

const VerificationNotice = latePart(() => import('./VerificationNotice.tsx').then((module) => module.VerificationNotice))

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
