import { useQueryClient } from '@tanstack/react-query'
import type { ProfileUser } from '@twofold/contract/profile'
import { DeleteAccountPanel } from '../../../accounts/DeleteAccountPanel.tsx'
import { deletionQuery } from '../../../accounts/deletion.ts'
import { keysQuery } from '../../../keys/keys.ts'
import { useSignOutSoon } from '../../../sessions/use-sign-out-soon.ts'
import { HandOverList } from '../../../sharing/HandOverList.tsx'

/** What cannot be taken back. */
export function DangerTab({ profile }: { profile: ProfileUser }) {
  const client = useQueryClient()
  const signOutSoon = useSignOutSoon()
  const reload = () => {
    void client.invalidateQueries(deletionQuery)
    void client.invalidateQueries(keysQuery)
  }
  return (
    <DeleteAccountPanel
      profile={profile}
      onDeleted={signOutSoon}
      sharedKeys={(keys) => <HandOverList keys={keys} onHandedOver={reload} />}
    />
  )
}
