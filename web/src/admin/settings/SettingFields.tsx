import { Trans, useLingui } from '@lingui/react/macro'
import { type SettingName, type Settings, settingVariables } from '@twofold/contract/admin/settings'
import { type ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type FieldOf<Value> = { [Name in SettingName]: Settings[Name] extends Value ? Name : never }[SettingName]

/** Source of a value, beside its label. */
function Source({ form, name }: { form: SettingsForm; name: SettingName }) {
  const source = form.sourceOf(name)
  if (source === 'environment') return <Badge tone="info">{settingVariables[name]}</Badge>
  return source === 'database' ? (
    <Badge tone="accent">
      <Trans>Set here</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans>Default</Trans>
    </Badge>
  )
}

/** Meaning of a setting, and who decides it if not the reader. */
function useHelp(form: SettingsForm, name: SettingName, help: ReactNode): ReactNode {
  const variable = settingVariables[name]
  if (form.sourceOf(name) !== 'environment') return help
  return <Trans>Set by {variable} of the environment, and changed only there.</Trans>
}

type SettingProps<Name extends SettingName> = { form: SettingsForm; name: Name; label: string; help: ReactNode }

export function TextSetting({
  form,
  name,
  label,
  help,
  type = 'text',
}: SettingProps<FieldOf<string> & ('name' | 'address')> & { type?: 'text' | 'url' }) {
  return (
    <TextField
      {...form.field(name)}
      label={label}
      note={<Source form={form} name={name} />}
      help={useHelp(form, name, help)}
      type={type}
      readOnly={form.sourceOf(name) === 'environment'}
      autoComplete="off"
    />
  )
}

type NumberSettingProps = SettingProps<FieldOf<number>> & { least: number; most: number }

export function DaysSetting(setting: Omit<NumberSettingProps, 'help'>) {
  const { t } = useLingui()
  const { least, most } = setting
  return <NumberSetting {...setting} help={t`Days, from ${least} to ${most}.`} />
}

export function HoursSetting(setting: Omit<NumberSettingProps, 'help'>) {
  const { t } = useLingui()
  const { least, most } = setting
  return <NumberSetting {...setting} help={t`Hours, from ${least} to ${most}.`} />
}

export function NumberSetting({ form, name, label, help, least, most }: NumberSettingProps) {
  const { t } = useLingui()
  const defaultValue = form.defaults[name]
  return (
    <TextField
      {...form.field(name)}
      label={label}
      note={<Source form={form} name={name} />}
      help={
        <>
          {help} {form.fields[name] === defaultValue ? null : t`The default is ${defaultValue}.`}
        </>
      }
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
    />
  )
}

export function ChoiceSetting<Name extends 'sign_up' | 'email_verification' | 'second_factor'>({
  form,
  name,
  label,
  help,
  options,
}: SettingProps<Name> & { options: readonly (SelectOption & { value: Settings[Name] })[] }) {
  return (
    <Select
      {...form.field(name)}
      label={label}
      note={<Source form={form} name={name} />}
      help={useHelp(form, name, help)}
      value={form.fields[name]}
      disabled={form.sourceOf(name) === 'environment'}
      options={options}
    />
  )
}
