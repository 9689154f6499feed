import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ClosedAccount } from '../factors/ClosedAccount.tsx'
import { closingQuery } from '../factors/closing.ts'
import { Loaded } from '../kits/Loaded.tsx'
import { noteClosedCodes } from '../lib/closed-codes.ts'
import { takeReturnPath } from '../lib/return-path.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { Gate } from '../shell/Gate.tsx'
import { homeOf, requireClosed } from '../shell/guards.ts'
import { Skeleton } from '../ui/Loading.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { toast } from '../ui/toast.ts'

export const Route = createFileRoute('/account-closed')({
  beforeLoad: async ({ context }) => ({ user: await requireClosed(context.queryClient) }),
  component: AccountClosedScreen,
})

function AccountClosedScreen() {
  const { t } = useLingui()
  const { user } = Route.useRouteContext()
  const client = useQueryClient()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const closing = useQuery({ ...closingQuery, refetchOnMount: 'always' })
  const goOn = () => navigate({ href: takeReturnPath(user.id) ?? homeOf(user) })
  async function proven() {
    noteClosedCodes(undefined)
    client.removeQueries({ queryKey: currentUserQuery.queryKey })
    await client.invalidateQueries()
    toast.success(t`Your account is open again.`)
    await goOn()
  }
  const isStopped = closing.data?.is_stopped ?? user.is_stopped === true
  return (
    <Gate
      title={isStopped ? t`Your account is stopped` : t`Your codes are closed`}
      subtitle={t`Somebody else changed how you sign in.`}
      footer={
        <p>
          {!isStopped && (
            <>
              <TextButton onPress={() => void goOn()}>
                <Trans>Go on without codes</Trans>
              </TextButton>
              {' · '}
            </>
          )}
          <TextButton onPress={() => void signOut()}>
            <Trans>Sign out</Trans>
          </TextButton>
        </p>
      }
    >
      <Loaded
        of={{ ...closing, data: closing.data ?? undefined }}
        failed={t`The reason could not be read`}
        outline={<Skeleton height="8rem" />}
        level={2}
      >
        {(shown) => <ClosedAccount closing={shown} onProven={() => void proven()} />}
      </Loaded>
    </Gate>
  )
}
