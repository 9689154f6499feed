import { Trans } from '@lingui/react/macro'
import type { ProfileUser } from '@twofold/contract/profile'
import { LogOut } from '../../../ui/icons/LogOut.ts'
import type { ActivityView } from '../../../accounts/activity.ts'
import { AccountCard } from '../../../accounts/AccountCard.tsx'
import { AccountInformation } from '../../../accounts/AccountInformation.tsx'
import { OwnRequests } from '../../../accounts/OwnRequests.tsx'
import { ActivityPanel } from '../../../accounts/ActivityPanel.tsx'
import { ProfileFigures } from '../../../accounts/ProfileFigures.tsx'
import { useSignOut } from '../../../sessions/use-sign-out.ts'
import { Button } from '../../../ui/Button.tsx'

interface OverviewTabProps {
  profile: ProfileUser
  activity: ActivityView
  onActivity: (view: ActivityView) => void
}

/** The person's account, keys and activity. */
export function OverviewTab({ profile, activity, onActivity }: OverviewTabProps) {
  const signOut = useSignOut()
  return (
    <div className="grid gap-6">
      <AccountCard
        user={profile}
        action={
          <Button icon={LogOut} onPress={() => void signOut()}>
            <Trans>Sign Out</Trans>
          </Button>
        }
      />
      <OwnRequests />
      <ProfileFigures />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 lg:order-last">
          <AccountInformation profile={profile} />
        </div>
        <ActivityPanel view={activity} onView={onActivity} />
      </div>
    </div>
  )
}
