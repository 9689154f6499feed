import { AccessibilityHelper } from './AccessibilityHelper.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

/** The parts of the shell that nobody needs in the first second: fetched when the page has loaded. */
export function LateShell() {
  return (
    <>
      <LiveUpdates />
      <UpdateNotice />
      <AccessibilityHelper />
    </>
  )
}
