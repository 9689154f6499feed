import { Suspense } from 'react'
import { approvalsHeard } from '../codes/approvals-heard.ts'
import { latePart } from '../lib/late-part.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { AccessibilityHelper } from './AccessibilityHelper.tsx'
import { FollowLanguage } from './FollowLanguage.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

// Few are ever asked.
const TakeApprovals = latePart(() => import('../codes/TakeApprovals.tsx').then((module) => module.TakeApprovals))

/** Parts of the shell that are not needed in the first second: loaded after the page. */
export function LateShell() {
  const isAsked = useLiveValue(approvalsHeard) > 0
  return (
    <>
      <FollowLanguage />
      <LiveUpdates />
      <UpdateNotice />
      <AccessibilityHelper />
      {isAsked && (
        <Suspense>
          <TakeApprovals />
        </Suspense>
      )}
    </>
  )
}
