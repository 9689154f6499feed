import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import { ArrowLeft } from '../../../ui/icons/ArrowLeft.ts'
import { Save } from '../../../ui/icons/Save.ts'
import { type ReactNode, useId, useState } from 'react'
import { useEmailCrumbs } from './-use-email-crumbs.ts'
import { BulkSection } from '../../../mail-design/settings/BulkSection.tsx'
import { DeliverySection } from '../../../mail-design/settings/DeliverySection.tsx'
import { Reach } from '../../../mail-design/settings/Reach.tsx'
import { reachOfSaving } from '../../../mail-design/settings/reach.ts'
import { allTemplatesQuery, emailSettingsQuery, pickedThemesQuery } from '../../../mail-design/settings/settings.ts'
import { AutoApplySection, DefaultsSection } from '../../../mail-design/settings/TemplateSections.tsx'
import type { PickedTheme } from '../../../mail-design/settings/ThemePicker.tsx'
import { useThemeName } from '../../../mail-design/themes/theme-words.ts'
import { ThemeSection } from '../../../mail-design/settings/ThemeSection.tsx'
import { useSettingsForm } from '../../../mail-design/settings/use-settings-form.ts'
import { ConfirmDialog } from '../../../kits/AskDialog.tsx'
import { Loaded, together } from '../../../kits/Loaded.tsx'
import { PageForm } from '../../../kits/PageForm.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'

export const Route = createFileRoute('/admin/email/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const { t } = useLingui()
  const settings = useQuery(emailSettingsQuery)
  const themes = useQuery(pickedThemesQuery)
  const asked = together(settings, themes)
  if (asked.data) return <Settings stored={asked.data[0]} themes={asked.data[1]} isRemembered={settings.isPlaceholderData} />
  return (
    <Frame>
      <Loaded
        of={asked}
        failed={t`Error Loading Settings`}
        loading={t`Loading settings...`}
        outline={<Skeleton height="28rem" radius="var(--r-lg)" />}
        frame="card"
      />
    </Frame>
  )
}

type SettingsProps = {
  stored: EmailSettings
  themes: Record<string, PickedTheme>
  /** The server has not said yet whether they are still so. */
  isRemembered: boolean
}

function Settings({ stored, themes, isRemembered }: SettingsProps) {
  const { t } = useLingui()
  const nameOf = useThemeName()
  const named = Object.fromEntries(
    Object.entries(themes).map(([slug, theme]) => [slug, { ...theme, name: nameOf({ slug, name: theme.name }) }]),
  )
  const id = useId()
  const { data: templates = [], isPending: isCounting } = useQuery(allTemplatesQuery)
  const [isAsking, setAsking] = useState(false)
  const form = useSettingsForm(stored, {
    onSubmit: (values, send) => (reach.without + reach.other > 0 ? setAsking(true) : send(values)),
    onEnd: () => setAsking(false),
  })
  const reach = reachOfSaving(templates, form.values)
  return (
    <Frame
      actions={
        <>
          {form.formState.isDirty && !form.isPending && (
            <Button variant="quiet" onPress={form.discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            variant="primary"
            icon={Save}
            pending={form.isPending}
            pendingLabel={t`Saving...`}
            // Saving has to wait for the number of affected templates, which the confirmation shows.
            disabledReason={isRemembered || isCounting ? t`The settings are still being loaded.` : undefined}
          >
            <Trans>Save Settings</Trans>
          </Button>
        </>
      }
    >
      <PageForm form={form} id={id} className="contents">
        <ThemeSection form={form} themes={named} />
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <AutoApplySection form={form} />
          <DefaultsSection form={form} />
          <DeliverySection form={form} />
          <BulkSection form={form} themeName={named[form.values.default_theme]?.name} />
        </div>
      </PageForm>
      {isAsking && (
        <ConfirmDialog
          onConfirm={() => form.send(form.values)}
          pending={form.isPending}
          title={t`Save the settings and apply the default theme?`}
          onClose={() => setAsking(false)}
          pendingLabel={t`Saving...`}
          confirmLabel={t`Save and apply`}
          tone={reach.other > 0 ? 'danger' : 'primary'}
        >
          <Reach of={reach} />
        </ConfirmDialog>
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
