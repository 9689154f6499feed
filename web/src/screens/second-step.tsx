import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@twofold/contract/sessions'
import { readAuthToken } from '../lib/auth-token.ts'
import { useLinkToken } from '../lib/use-link-token.ts'
import { requireStep } from '../shell/guards.ts'
import { UnusableLink } from '../shell/LinkGate.tsx'
import { SecondStepGate } from '../shell/SecondStepGate.tsx'

export const Route = createFileRoute('/second-step')({
  beforeLoad: async ({ context, location }): Promise<{ waiting: CurrentUser | undefined }> => {
    // An e-mailed link in a browser without a pending sign-in: it is of no use there, and stays valid.
    if (readAuthToken() === null && location.hash.startsWith('token=')) return { waiting: undefined }
    return { waiting: await requireStep(context.queryClient, '/second-step') }
  },
  component: SecondStepScreen,
})

function SecondStepScreen() {
  const { t } = useLingui()
  const { waiting } = Route.useRouteContext()
  const linkToken = useLinkToken()
  if (waiting === undefined) {
    return (
      <UnusableLink title={t`Nothing to confirm`} reason={t`Sign in first, then open this link in the same browser within ten minutes.`} />
    )
  }
  return <SecondStepGate waiting={waiting} linkToken={linkToken} />
}
