import { Trans, useLingui } from '@lingui/react/macro'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneDialog } from '../ui/DoneDialog.tsx'
import { MachineText } from '../ui/MachineText.tsx'
import type { MadeToken } from './tokens.ts'

/** The token itself, in the one moment in which it can be seen. */
export function NewTokenDialog({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(made.secret !== '', { isShownOnce: true })
  // An answer that is repeated, after the first one was lost, has no secrets.
  if (made.secret === '') {
    return (
      <DoneDialog title={t`The token did not arrive`} subtitle={made.name} onClose={onClose}>
        <Alert type="warning">
          <Trans>It was created, but the connection broke before its text was here. Revoke it, and create another one.</Trans>
        </Alert>
      </DoneDialog>
    )
  }
  return (
    <DoneDialog title={t`Your new access token`} subtitle={made.name} onClose={onClose} doneLabel={<Trans>I have stored it</Trans>}>
      <Alert type="warning" title={t`This is shown only once`}>
        <Trans>Keep it where your program reads its secrets, never in its source code. Anyone who has it can do what it may do.</Trans>
      </Alert>
      <MachineText as="p" className="font-code wrap-anywhere">
        {made.secret}
      </MachineText>
      <div>
        <CopyButton text={made.secret}>{t`Copy token`}</CopyButton>
      </div>
    </DoneDialog>
  )
}
