import type { ProfileUser } from '@twofold/contract/profile'
import { profileQuery } from '../../../accounts/profile.ts'
import { ActsPanel } from '../../../accounts/ActsPanel.tsx'
import { AutoLockPanel } from '../../../factors/AutoLockPanel.tsx'
import { ChangePinPanel } from '../../../factors/ChangePinPanel.tsx'
import { TwoStepPanel } from '../../../factors/TwoStepPanel.tsx'
import { ConnectedAccounts } from '../../../identities/ConnectedAccounts.tsx'
import { DevicesPanel } from '../../../machines/DevicesPanel.tsx'
import { ChangePasswordPanel } from '../../../sessions/ChangePasswordPanel.tsx'
import { currentUserQuery } from '../../../sessions/current-user.ts'
import { SessionsPanel } from '../../../sessions/SessionsPanel.tsx'

/** Protection of the account, one panel per part. */
export function SecurityTab({ profile }: { profile: ProfileUser }) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <ChangePasswordPanel email={profile.email} hasPassword={profile.has_password} />
        <ChangePinPanel />
      </div>
      <AutoLockPanel minutes={profile.auto_lock_minutes} renews={[profileQuery.queryKey, currentUserQuery.queryKey]} />
      <TwoStepPanel />
      <ConnectedAccounts />
      <SessionsPanel />
      <DevicesPanel />
      <ActsPanel />
    </div>
  )
}
