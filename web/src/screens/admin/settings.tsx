import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ShownSettings } from '@twofold/contract/admin/settings'
import { Save } from '../../ui/icons/Save.ts'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../admin/settings/settings.ts'
import { SettingsImpactDialog } from '../../admin/settings/SettingsImpactDialog.tsx'
import { AccountsPanel } from '../../admin/settings/AccountsPanel.tsx'
import { InstallationPanel } from '../../admin/settings/InstallationPanel.tsx'
import { RetentionPanel } from '../../admin/settings/RetentionPanel.tsx'
import { SecondFactorPanel } from '../../admin/settings/SecondFactorPanel.tsx'
import { SessionsPanel } from '../../admin/settings/SessionsPanel.tsx'
import { TrustPanel } from '../../admin/settings/TrustPanel.tsx'
import { useSettingsForm } from '../../admin/settings/use-settings-form.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { PageForm } from '../../kits/PageForm.tsx'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../shell/LeaveGuard.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { FootBar } from '../../ui/FootBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Ago } from '../../ui/Ago.tsx'

export const Route = createFileRoute('/admin/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const { t } = useLingui()
  const settings = useQuery(settingsQuery)
  if (settings.data) return <SettingsPage shown={settings.data} />
  return (
    <Frame>
      <Loaded
        of={settings}
        failed={t`The settings could not be loaded`}
        loading={t`Loading settings...`}
        outline={<Skeleton height="28rem" radius="var(--r-lg)" />}
        frame="card"
      />
    </Frame>
  )
}

function Frame({ subtitle, children }: { subtitle?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <AdminPage title={t`Settings`} subtitle={subtitle} crumbs={[{ label: t`Settings` }]}>
      {children}
    </AdminPage>
  )
}

function SettingsPage({ shown }: { shown: ShownSettings }) {
  const { t } = useLingui()
  const form = useSettingsForm(shown)
  const { isDirty } = form.formState
  const { changed } = shown
  const who = changed?.by
  return (
    <Frame
      subtitle={
        changed ? (
          <Trans>
            They hold on every node within seconds. Last changed <Ago time={changed.at} />
            {who ? t` by ${who}` : ''}.
          </Trans>
        ) : (
          <Trans>Changes apply within seconds, no restart needed.</Trans>
        )
      }
    >
      <PageForm form={form} className="grid gap-6">
        <InstallationPanel form={form} />
        <AccountsPanel form={form} />
        <SessionsPanel form={form} />
        <SecondFactorPanel form={form} />
        <TrustPanel form={form} />
        <RetentionPanel form={form} />
        <FailureAlert>{form.failure}</FailureAlert>
        <FootBar isQuiet={!isDirty}>
          <p aria-live="polite">{isDirty ? <Trans>There are changes that are not saved.</Trans> : <Trans>Everything is saved.</Trans>}</p>
          <div className="ui-actions">
            {isDirty && (
              <Button onPress={form.discard}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              icon={Save}
              pending={form.isPending}
              disabledReason={isDirty ? undefined : t`Nothing has changed.`}
            >
              <Trans>Save settings</Trans>
            </Button>
          </div>
        </FootBar>
      </PageForm>
      {form.question && <SettingsImpactDialog {...form.question} isSaving={form.isPending} />}
      <LeaveGuard />
    </Frame>
  )
}
