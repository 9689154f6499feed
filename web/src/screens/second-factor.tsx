import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { factorsQuery } from '../factors/factors.ts'
import { TwoStepPanel } from '../factors/TwoStepPanel.tsx'
import { takeReturnPath } from '../lib/return-path.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { Gate } from '../shell/Gate.tsx'
import { homeOf, requireStep } from '../shell/guards.ts'
import { NotNow } from '../shell/NotNow.tsx'
import { PinPrompt } from '../shell/PinPrompt.tsx'
import { Button } from '../ui/Button.tsx'

export const Route = createFileRoute('/second-factor')({
  beforeLoad: async ({ context }) => ({ waiting: await requireStep(context.queryClient, '/second-factor') }),
  component: SecondFactorScreen,
})

/** The grace is over: nothing else can be done before there is a second factor. */
function SecondFactorScreen() {
  const { t } = useLingui()
  const { waiting } = Route.useRouteContext()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: factors } = useQuery(factorsQuery)
  const isDone = factors !== undefined && (factors.totp.is_enabled || factors.passkeys.length > 0)
  async function goOn() {
    await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
    await navigate({ href: takeReturnPath(waiting.id) ?? homeOf(waiting) })
  }
  return (
    <Gate
      title={t`Add a second factor`}
      subtitle={t`This installation asks for one. Add a passkey or an authenticator app to open your vault.`}
      footer={<NotNow />}
    >
      <TwoStepPanel />
      <Button
        variant="primary"
        size="lg"
        block
        onPress={() => void goOn()}
        disabledReason={isDone ? undefined : t`Add a second factor first.`}
      >
        <Trans>Go to my vault</Trans>
      </Button>
      <PinPrompt />
    </Gate>
  )
}
