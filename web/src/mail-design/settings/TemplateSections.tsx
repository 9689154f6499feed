import { useLingui } from '@lingui/react/macro'
import { defaultCategory } from '@twofold/contract/mail-design/settings'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Templates that get the default theme automatically. */
export function AutoApplySection({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Auto-Apply Settings`}>
      <div className="grid gap-5">
        <Checkbox
          label={t`Apply to new templates`}
          description={t`A template that is made from now on gets the default theme, unless another one is chosen.`}
          {...form.field('auto_apply_to_new_templates')}
        />
        <Checkbox
          label={t`Apply to existing templates`}
          description={t`Existing templates that have no theme get the default theme when the settings are saved.`}
          {...form.field('auto_apply_to_existing_templates')}
        />
        <Checkbox
          label={t`Override existing themes`}
          description={t`Templates that have another theme get the default theme too. Use with caution.`}
          {...form.field('override_existing_themes')}
        />
      </div>
    </Panel>
  )
}

export function DefaultsSection({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  const labels: Record<(typeof defaultCategory.options)[number], string> = {
    '': t`None`,
    system: t`System`,
    notification: t`Notification`,
    marketing: t`Marketing`,
    security: t`Security`,
    admin: t`Admin`,
  }
  return (
    <Panel title={t`Template Defaults`}>
      <div className="grid gap-5">
        <Select
          label={t`Default category`}
          {...form.field('default_category')}
          value={form.values.default_category}
          options={defaultCategory.options.map((value) => ({ value, label: labels[value] }))}
        />
        <Checkbox
          label={t`New templates are active`}
          description={t`Otherwise somebody has to activate them before they are used for e-mails.`}
          {...form.field('default_is_active')}
        />
      </div>
    </Panel>
  )
}
