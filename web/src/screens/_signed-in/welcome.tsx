import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { firstStepsQuery } from '../../admin/first-steps/first-steps.ts'
import { StepRow } from '../../admin/first-steps/StepRow.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { requireAdmin } from '../../shell/guards.ts'
import { MAIN_ID } from '../../shell/Page.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import type { Incoming, KeyDialogName } from './-dashboard/IncomingKeys.tsx'
import { StepDialogs, type StepDialogName } from './-welcome/StepDialogs.tsx'
import { useStepWords } from './-welcome/use-step-words.tsx'
import { WelcomeHead } from './-welcome/WelcomeHead.tsx'

export const Route = createFileRoute('/_signed-in/welcome')({
  beforeLoad: ({ context }) => requireAdmin(context.queryClient),
  component: WelcomeScreen,
})

/** The home of a new installation: what makes it safe to rely on, each step done from here, until all are. */
function WelcomeScreen() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data: user } = useQuery(currentUserQuery)
  const firstSteps = useQuery(firstStepsQuery)
  const { data } = firstSteps
  const [open, setOpen] = useState<StepDialogName>()
  const [keyDialog, setKeyDialog] = useState<KeyDialogName | null>()
  const [incoming, setIncoming] = useState<Incoming>()
  const name = user?.name.trim().split(/\s+/)[0]
  const steps = data?.steps ?? []
  const hasMail = steps.find((step) => step.name === 'mail')?.done === true
  const isEncrypted = window.isSecureContext
  const present = steps.find((step) => !step.done && (step.name !== 'passkey' || isEncrypted))?.name
  const words = useStepWords({ hasMail, isEncrypted, onOpen: setOpen, onIncoming: setIncoming, onKeyDialog: setKeyDialog })
  const isWhole = data !== undefined && steps.every(({ done }) => done)
  return (
    <main id={MAIN_ID} className="mx-auto grid w-[min(60rem,100%-2rem)] content-start gap-6 pt-8 pb-24 outline-none" tabIndex={-1}>
      <WelcomeHead name={name} steps={data?.steps} />
      <Loaded of={firstSteps} failed={t`The first steps could not be loaded`} outline={<Skeleton height="24rem" />} frame="card">
        {() => (
          <ol className="ui-card">
            {steps.map((step, index) => (
              <StepRow key={step.name} number={index + 1} {...step} {...words[step.name]} isPresent={step.name === present}>
                {words[step.name].ways}
              </StepRow>
            ))}
          </ol>
        )}
      </Loaded>
      {isWhole ? (
        <p>
          <LinkButton to="/dashboard" variant="primary" size="lg">
            <Trans>Go to my codes</Trans>
          </LinkButton>
        </p>
      ) : (
        data && (
          <p className="text-center text-sm text-text-2">
            <Trans>
              You can leave at any time. Open steps stay under <Link to="/admin/dashboard">Needs attention</Link>.
            </Trans>
          </p>
        )
      )}
      <StepDialogs
        {...{ open, hasMail, keyDialog, incoming }}
        address={user?.email ?? ''}
        onClose={() => setOpen(undefined)}
        onChanged={() => void client.invalidateQueries(firstStepsQuery)}
        onKeyDialog={setKeyDialog}
      />
    </main>
  )
}
