import type { ProviderConfiguration } from '../mail-delivery/providers.ts'
import type { EmailSettings } from '../mail-design/settings.ts'
import type { ThemeDesign } from '../mail-design/themes.ts'
import type { MappingConditions } from '../mail-rules/mappings.ts'
import type { Settings } from '../admin/settings.ts'
import type { StreamTarget } from '../admin/streams.ts'

/** Settings whose changes the log has. */
export type AuditedSettings = Settings

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** Details of an administrator's request. */
export type RequestField =
  | keyof Settings
  | 'action'
  | 'email'
  | 'issuer'
  | 'jwks_host'
  | 'key_names'
  | 'keys'
  | 'new_name'
  | 'people'
  | 'thumbprints'
  | 'to'
  | 'to_email'

export type StreamField = Exclude<KeysOf<StreamTarget>, 'secret' | 'secret_access_key'>

export type ProviderConfigurationField = Exclude<KeysOf<ProviderConfiguration['configuration']>, 'secret' | 'password' | 'api_key'>

/** Parts of a mapping's conditions. */
export type ConditionField = keyof MappingConditions | keyof NonNullable<MappingConditions['quiet_hours']>

/**
 * Fields of the audit log, before and after. The types of `tx.audit` refuse any other, and those of the screen ask for the name of each.
 */
export type AuditField =
  | keyof Settings
  | RequestField
  | StreamField
  | ProviderConfigurationField
  | ConditionField
  | keyof EmailSettings
  | keyof EmailSettings['sender']
  | keyof ThemeDesign
  | 'acts'
  | 'added'
  | 'answer'
  | 'by'
  | 'call'
  | 'category'
  | 'changes'
  | 'conditions'
  | 'confirmed'
  | 'count'
  | 'counter'
  | 'daily_limit'
  | 'deleted_at'
  | 'delivery'
  | 'description'
  | 'detail'
  | 'domain'
  | 'domains'
  | 'encrypted_with'
  | 'ended'
  | 'ends_at'
  | 'error'
  | 'event'
  | 'event_name'
  | 'event_types'
  | 'failed'
  | 'fields'
  | 'format'
  | 'frequency'
  | 'from'
  | 'gone'
  | 'group'
  | 'has_new_secret'
  | 'hour'
  | 'hourly_limit'
  | 'html_content'
  | 'is_active'
  | 'is_default'
  | 'is_public'
  | 'items'
  | 'jobs'
  | 'keep'
  | 'key'
  | 'key_id'
  | 'keys_offered_back'
  | 'keys_to_decide'
  | 'known'
  | 'list'
  | 'mail'
  | 'mails'
  | 'mails_waiting'
  | 'mappings'
  | 'message'
  | 'new_mail'
  | 'ok'
  | 'on'
  | 'opened'
  | 'outcome'
  | 'outside'
  | 'owner'
  | 'owner_id'
  | 'people_losing_access'
  | 'person'
  | 'previous_themes'
  | 'priority'
  | 'provider'
  | 'provider_id'
  | 'question'
  | 'reason'
  | 'recipient_email'
  | 'request'
  | 'revoked'
  | 'role'
  | 'rows'
  | 'scope'
  | 'search'
  | 'secrets_to_rotate'
  | 'sent_sequence'
  | 'service_account'
  | 'sessions'
  | 'shares'
  | 'state'
  | 'stated_run'
  | 'status'
  | 'subject'
  | 'tag'
  | 'template_slug'
  | 'templates'
  | 'text_content'
  | 'theme'
  | 'theme_slug'
  | 'themes'
  | 'token'
  | 'until'
  | 'waited_seconds'
  | 'weekday'
  | 'what'
  | 'who'
  | 'whom'
  | 'window'
