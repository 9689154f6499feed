import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ProfileUser } from '@twofold/contract/profile'
import { NotificationsPanel } from '../../../accounts/NotificationsPanel.tsx'
import { PendingEmail } from '../../../accounts/PendingEmail.tsx'
import { ProfileForm } from '../../../accounts/ProfileForm.tsx'
import { currentUserQuery } from '../../../sessions/current-user.ts'
import { HiddenCodesSetting } from '../../../codes/HiddenCodesSetting.tsx'
import { AccessibilitySetting } from '../../../shell/AccessibilitySetting.tsx'
import { LanguageSetting } from '../../../shell/LanguageSetting.tsx'
import { SchemeSetting } from '../../../shell/SchemeSetting.tsx'
import { ShortcutSetting } from '../../../shell/ShortcutSetting.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TransferPanel } from '../-transfer/TransferPanel.tsx'

/** The person's details, e-mails, and display settings. */
export function SettingsTab({ profile }: { profile: ProfileUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        <Panel title={t`Profile Settings`}>
          <div className="grid gap-5">
            {profile.pending_email !== null && <PendingEmail email={profile.email} pending={profile.pending_email} />}
            <ProfileForm profile={profile} onSaved={() => void client.invalidateQueries(currentUserQuery)} />
            <LanguageSetting />
          </div>
        </Panel>
        <Panel title={t`This browser`}>
          <div className="grid gap-5">
            <p className="text-text-2">
              <Trans>Display and shortcuts, for this browser only.</Trans>
            </p>
            <SchemeSetting />
            <HiddenCodesSetting />
            <ShortcutSetting />
            <AccessibilitySetting />
          </div>
        </Panel>
      </div>
      <div className="grid min-w-0 gap-6">
        <NotificationsPanel />
        <TransferPanel />
      </div>
    </div>
  )
}
