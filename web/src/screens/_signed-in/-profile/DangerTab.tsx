import type { ProfileUser } from '@twofold/contract/profile'
import { DeleteAccountPanel } from '../../../accounts/DeleteAccountPanel.tsx'
import { useSignOutSoon } from '../../../sessions/use-sign-out-soon.ts'
import { HandOverList } from '../../../sharing/hand-over/HandOverList.tsx'

export function DangerTab({ profile }: { profile: ProfileUser }) {
  const signOutSoon = useSignOutSoon()
  return (
    <DeleteAccountPanel profile={profile} onDeleted={() => signOutSoon('deleted')} sharedKeys={(keys) => <HandOverList keys={keys} />} />
  )
}
