import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../ui/Alert.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { timeText } from '../../lib/exact-time.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'

/** A one-time link for the administrator to hand over; shown once. */
export function LinkOffer({ link, expiresAt }: { link: string; expiresAt: string }) {
  const { t } = useLingui()
  const until = timeText(expiresAt)
  useUnsavedChanges(true, { isShownOnce: true })
  return (
    <div className="grid gap-4">
      <TextField label={t`Link`} readOnly mono value={link} end={<CopyButton text={link}>{t`Copy`}</CopyButton>} />
      <Alert type="warning">
        <Trans>Single use, expires {until}. You won’t see it again. Recorded in the audit log.</Trans>
      </Alert>
    </div>
  )
}
