import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessToken } from '@twofold/contract/tokens'
import { useState } from 'react'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { type MadeToken, useRotateToken } from './tokens.ts'

interface RotateTokenDialogProps {
  token: AccessToken
  account?: string
  onClose: () => void
  onMade: (made: MadeToken) => void
}

/** Makes the successor of a token. The old one works on for a while, so that a program can change over without a gap. */
export function RotateTokenDialog({ token, account, onClose, onMade }: RotateTokenDialogProps) {
  const { t } = useLingui()
  const [hours, setHours] = useState('24')
  const rotate = useRotateToken((made) => {
    onClose()
    onMade(made)
  }, account)
  return (
    <Dialog
      title={t`Rotate token`}
      subtitle={token.name}
      size="sm"
      onClose={onClose}
      pending={rotate.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!rotate.isPending) rotate.mutate({ id: token.id, hours: Number(hours) })
      }}
      footer={
        <SubmitButtons pending={rotate.isPending} pendingLabel={t`Rotating...`}>
          <Trans>Create new token</Trans>
        </SubmitButtons>
      }
    >
      <p>
        <Trans>The new token may do the same and lasts as long as this one was meant to.</Trans>
      </p>
      <Select
        label={t`The old token works for`}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
        disabled={rotate.isPending}
        options={[
          { value: '0', label: t`It ends now` },
          { value: '1', label: t`1 hour` },
          { value: '24', label: t`24 hours` },
          { value: '168', label: t`7 days` },
        ]}
      />
    </Dialog>
  )
}
