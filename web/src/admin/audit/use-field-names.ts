import { useLingui } from '@lingui/react/macro'
import type { AuditedSettings, AuditField, ConditionField, ProviderConfigurationField } from '@twofold/contract/sentences/audit-fields'
import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import { useActFieldNames } from './use-act-field-names.ts'
import { useThemeFieldNames } from './use-theme-field-names.ts'

/** Names of the fields of the audit log, as the screens that set them say. A new field does not compile without one. */
export function useFieldNames(): Record<AuditField, string> {
  return { ...useSettingNames(), ...useMailNames(), ...useMailPathNames(), ...useThemeFieldNames(), ...useActFieldNames() }
}

function useSettingNames(): Record<keyof AuditedSettings, string> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    address: t`Address`,
    sign_up: t`Who can sign up`,
    email_verification: t`Proof of the e-mail address`,
    session_idle_hours: t`Idle time-out of sessions`,
    session_absolute_hours: t`Maximum length of sessions`,
    session_remember_days: t`Sessions with Remember me`,
    password_min_length: t`Shortest password`,
    activity_days: t`Activity of people is kept for`,
    notification_days: t`Notifications are kept for`,
    quarantine_days: t`Waiting time`,
    second_factor: t`Who needs a second factor`,
    second_factor_grace_days: t`Days of grace`,
  }
}

function useMailNames(): Record<keyof EmailSettings | keyof EmailSettings['sender'], string> {
  const { t } = useLingui()
  return {
    default_theme: t`Default theme`,
    auto_apply_to_new_templates: t`Apply to new templates`,
    auto_apply_to_existing_templates: t`Apply to existing templates`,
    override_existing_themes: t`Override existing themes`,
    default_category: t`Default category`,
    default_is_active: t`New templates are active`,
    sender: t`Sender`,
    from_email: t`Sender address`,
    from_name: t`Sender name`,
    reply_to: t`Reply-To address`,
    track_opens_and_clicks: t`Track opens and clicks`,
    retention_days: t`Keep logs for`,
    body_retention_days: t`Keep contents for`,
  }
}

function useMailPathNames() {
  const { t } = useLingui()
  return {
    api_endpoint: t`API Endpoint`,
    username: t`Username`,
    encryption: t`Encryption`,
    enabled: t`Enabled`,
    cooldown: t`Cooldown`,
    when: t`Only when`,
    quiet_hours: t`Quiet hours`,
    time_zone: t`Time zone`,
  } satisfies Partial<Record<ConditionField | ProviderConfigurationField, string>>
}
