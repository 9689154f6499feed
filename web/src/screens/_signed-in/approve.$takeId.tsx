import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TakeDecision } from '../../codes/TakeDecision.tsx'
import { Page } from '../../shell/Page.tsx'

export const Route = createFileRoute('/_signed-in/approve/$takeId')({ component: ApproveScreen })

function ApproveScreen() {
  const { t } = useLingui()
  const { takeId } = Route.useParams()
  return (
    <Page title={t`Request of a program`} subtitle={<Trans>A program asks for one code. It gets none until somebody approves.</Trans>}>
      <TakeDecision key={takeId} id={takeId} />
    </Page>
  )
}
