import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../kits/AskDialog.tsx'
import type { SettingsImpact } from './use-settings-form.ts'

type SettingsImpactDialogProps = { impact: SettingsImpact; isSaving: boolean; onClose: () => void; onConfirm: () => void }

/** Confirms settings that end or remove something, with the numbers. */
export function SettingsImpactDialog({ impact, isSaving, onClose, onConfirm }: SettingsImpactDialogProps) {
  const { t } = useLingui()
  const { sessions, activities, notifications, passkeys } = impact
  return (
    <ConfirmDialog
      title={t`Save these settings?`}
      onClose={onClose}
      onConfirm={onConfirm}
      pending={isSaving}
      confirmLabel={<Trans>Save settings</Trans>}
      touches={[
        { count: sessions, label: <Plural value={sessions} one="open session ends" other="open sessions end" /> },
        {
          count: activities,
          label: <Plural value={activities} one="entry of people’s activity is removed" other="entries of people’s activity are removed" />,
        },
        { count: notifications, label: <Plural value={notifications} one="notification is removed" other="notifications are removed" /> },
        {
          count: passkeys,
          label: <Plural value={passkeys} one="passkey no longer opens anything" other="passkeys no longer open anything" />,
        },
      ]}
    >
      <p>
        <Trans>What they end or remove does not come back when they are changed again.</Trans>
      </p>
    </ConfirmDialog>
  )
}
