import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { EmailSettings } from '@twofold/contract/email/settings'
import { ArrowLeft, Save } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useEmailCrumbs } from '../../../email/crumbs.ts'
import { BulkSection } from '../../../email/settings/BulkSection.tsx'
import { DeliverySection } from '../../../email/settings/DeliverySection.tsx'
import { Reach } from '../../../email/settings/Reach.tsx'
import { reachOfSaving } from '../../../email/settings/reach.ts'
import { allTemplatesQuery, emailSettingsQuery, pickedThemesQuery } from '../../../email/settings/settings.ts'
import { AutoApplySection, DefaultsSection } from '../../../email/settings/TemplateSections.tsx'
import type { PickedTheme } from '../../../email/settings/ThemePicker.tsx'
import { ThemeSection } from '../../../email/settings/ThemeSection.tsx'
import { useSettingsForm } from '../../../email/settings/use-settings-form.ts'
import { failureMessage } from '../../../lib/api-error.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../../ui/Loading.tsx'
import { Card } from '../../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/email/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const { t } = useLingui()
  const settings = useQuery(emailSettingsQuery)
  const themes = useQuery(pickedThemesQuery)
  const failed = [settings, themes].find(({ isError }) => isError)
  if (failed?.error) {
    return (
      <Frame>
        <Card>
          <ErrorState
            title={t`Error Loading Settings`}
            onRetry={() => void Promise.all([settings.refetch(), themes.refetch()])}
            retrying={settings.isFetching || themes.isFetching}
          >
            {failureMessage(failed.error, failed.error.message)}
          </ErrorState>
        </Card>
      </Frame>
    )
  }
  if (!settings.data || !themes.data) {
    return (
      <Frame>
        <Loading label={t`Loading settings...`}>
          <Skeleton height="28rem" radius="var(--r-lg)" />
        </Loading>
      </Frame>
    )
  }
  return <Settings stored={settings.data} themes={themes.data} isRemembered={settings.isPlaceholderData} />
}

type SettingsProps = {
  stored: EmailSettings
  themes: Record<string, PickedTheme>
  /** The server has not said yet whether they are still so. */
  isRemembered: boolean
}

function Settings({ stored, themes, isRemembered }: SettingsProps) {
  const { t } = useLingui()
  const form = useSettingsForm(stored)
  const { data: templates = [], isPending: isCounting } = useQuery(allTemplatesQuery)
  const [isAsking, setAsking] = useState(false)
  const reach = reachOfSaving(templates, form.values)
  const save = () => form.save.mutate(undefined, { onSettled: () => setAsking(false) })
  return (
    <Frame
      actions={
        <>
          {form.isDirty && !form.save.isPending && (
            <Button variant="quiet" onPress={form.discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button
            variant="primary"
            icon={Save}
            pending={form.save.isPending}
            pendingLabel={t`Saving...`}
            // Until it is known how many templates it reaches, nobody could be asked about them.
            disabledReason={isRemembered || isCounting ? t`The settings are still being loaded.` : undefined}
            onPress={() => (reach.without + reach.other > 0 ? setAsking(true) : save())}
          >
            <Trans>Save Settings</Trans>
          </Button>
        </>
      }
    >
      <ThemeSection form={form} themes={themes} />
      <div className="settings-sections">
        <AutoApplySection form={form} />
        <DefaultsSection form={form} />
        <DeliverySection form={form} />
        <BulkSection form={form} themeName={themes[form.values.default_theme]?.name} />
      </div>
      {isAsking && (
        <AlertDialog
          title={t`Save the settings and apply the default theme?`}
          onClose={() => setAsking(false)}
          onConfirm={save}
          pending={form.save.isPending}
          pendingLabel={t`Saving...`}
          confirmLabel={t`Save and apply`}
          tone={reach.other > 0 ? 'danger' : 'primary'}
        >
          <Reach of={reach} />
        </AlertDialog>
      )}
      <LeaveGuard />
    </Frame>
  )
}

function Frame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Settings`)
  const { history } = useRouter()
  return (
    <AdminPage
      title={t`Email Settings`}
      crumbs={crumbs}
      actions={
        <>
          <Button icon={ArrowLeft} onPress={() => history.back()}>
            <Trans>Back</Trans>
          </Button>
          {actions}
        </>
      }
    >
      {children}
    </AdminPage>
  )
}
