import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@twofold/contract/devices'
import { SquareTerminal } from '../ui/icons/SquareTerminal.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded } from '../kits/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SettingList, SettingRow } from '../ui/SettingRow.tsx'
import { When } from '../ui/When.tsx'
import { devicesQuery, useEndDevice } from './devices.ts'

/** Programs that were signed in with a code, and the way to sign each one out. */
export function DevicesPanel() {
  const { t } = useLingui()
  const devices = useQuery(devicesQuery)
  return (
    <Panel
      title={t`Signed-in programs`}
      actions={
        <LinkButton size="sm" to="/device">
          <Trans>Enter device code</Trans>
        </LinkButton>
      }
    >
      <Loaded
        of={devices}
        failed={t`Your programs could not be loaded`}
        empty={
          <p className="text-sm text-text-2">
            <Trans>No programs are signed in.</Trans>
          </p>
        }
      >
        {(all) => (
          <SettingList label={t`Signed-in programs`}>
            {all.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </SettingList>
        )}
      </Loaded>
    </Panel>
  )
}

function DeviceRow({ device: { id, name, address, created_at, last_seen_at, expires_at } }: { device: Device }) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndDevice()
  return (
    <SettingRow
      icon={SquareTerminal}
      title={name}
      actions={
        <Button size="sm" variant="danger-line" aria-label={t`Sign out ${name}`} onPress={() => setIsAsking(true)}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      <span className="font-code text-xs">{address ?? t`Address unknown`}</span>
      <br />
      <Trans>
        Signed in <When at={created_at} />, last used <When at={last_seen_at} />
      </Trans>
      <br />
      <Trans>
        Ends <When at={expires_at} />
      </Trans>
      {isAsking && (
        <AskDialog
          act={end}
          input={id}
          title={t`Sign out ${name}?`}
          onClose={() => setIsAsking(false)}
          confirmLabel={t`Sign out`}
          pendingLabel={t`Signing out...`}
        >
          <p>
            <Trans>The program is signed out at once. If you don’t recognize it, change your password too.</Trans>
          </p>
        </AskDialog>
      )}
    </SettingRow>
  )
}
