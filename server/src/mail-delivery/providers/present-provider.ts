import type { Provider } from '@twofold/contract/mail-delivery/providers'
import type { ProviderConfigurationField } from '@twofold/contract/sentences/audit-fields'
import { breaker } from './provider-breaker.ts'
import type { ProviderRow } from './providers.repository.ts'
import { readConfiguration } from './provider-configuration.ts'

export interface ProviderUsage {
  day: number
  hour: number
}

/** A provider as administrators see it: everything but the secret. */
export function presentProvider(row: ProviderRow, used: ProviderUsage, hasSender: boolean, now: Date): Provider {
  return {
    id: row.id,
    name: row.name,
    ...readConfiguration(row),
    has_secret: row.secret !== null,
    priority: row.priority,
    daily_limit: row.daily_limit,
    hourly_limit: row.hourly_limit,
    emails_sent_today: used.day,
    emails_sent_this_hour: used.hour,
    is_active: row.is_active,
    is_default: row.is_default,
    has_sender: hasSender,
    breaker: breakerOf(row, now),
    last_error: row.last_error,
    last_error_at: row.last_error_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function breakerOf({ open_until: until, failures }: ProviderRow, now: Date): Provider['breaker'] {
  if (until !== null && until > now) return { state: 'open', open_until: until.toISOString() }
  return { state: until !== null && failures >= breaker.failures ? 'probing' : 'closed', open_until: null }
}

/** The fields of a provider that the audit log records. The secret is not part of its configuration. */
export function audited({ name, priority, daily_limit, hourly_limit, is_active, is_default, configuration }: ProviderRow) {
  return {
    name,
    priority,
    daily_limit,
    hourly_limit,
    is_active,
    is_default,
    ...(configuration as Partial<Record<ProviderConfigurationField, unknown>>),
  }
}
