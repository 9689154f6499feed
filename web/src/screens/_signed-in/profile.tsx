import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { AccountCard } from '../../accounts/AccountCard.tsx'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { useSignOut } from '../../sessions/use-sign-out.ts'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'

export const Route = createFileRoute('/_signed-in/profile')({ component: ProfileScreen })

function ProfileScreen() {
  const { t } = useLingui()
  const { data: user } = useQuery(currentUserQuery)
  const signOut = useSignOut()
  return (
    <Page
      title={t`Profile & Settings`}
      actions={
        <Button icon={LogOut} onPress={() => void signOut()}>
          <Trans>Sign Out</Trans>
        </Button>
      }
    >
      {user && <AccountCard user={user} />}
    </Page>
  )
}
