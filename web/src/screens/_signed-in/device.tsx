import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeviceSignIn } from '../../machines/DeviceSignIn.tsx'
import { Page } from '../../shell/Page.tsx'
import { Card } from '../../ui/Panel.tsx'

// The code is typed by hand: an address that brings one is how people are led to approve what somebody else has started.
export const Route = createFileRoute('/_signed-in/device')({ component: DeviceScreen })

function DeviceScreen() {
  const { t } = useLingui()
  return (
    <Page title={t`Sign in a program`} subtitle={<Trans>Type the code that a program such as the command line shows you.</Trans>}>
      <Card>
        <div className="max-w-[36rem]">
          <DeviceSignIn />
        </div>
      </Card>
    </Page>
  )
}
