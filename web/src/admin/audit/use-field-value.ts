import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Role } from '@twofold/contract/accounts'
import type { AuditedSettings, AuditField } from '@twofold/contract/sentences/audit-fields'
import type { AuditActs } from '@twofold/contract/admin/audit'
import type { BackupSchedule } from '@twofold/contract/admin/backups'
import type { SmtpConfiguration } from '@twofold/contract/mail-delivery/providers'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { dateFormat } from '../../lib/date-format.ts'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'
import { numberText } from '../../lib/number-text.ts'
import { utcTimeText } from '../../lib/time-text.ts'
import { useStreamKinds } from './use-stream-kinds.ts'

const days = (count: number) => plural(count, { one: '# day', other: '# days' })
const hours = (count: number) => plural(count, { one: '# hour', other: '# hours' })
const pixels = (count: number) => `${numberText(count)} px`
const seconds = (count: number) => `${numberText(count)} s`
const weekdayText = dateFormat({ weekday: 'long', timeZone: 'UTC' })
const plain = (count: number) => String(count)

/** How the numbers of a field are written; the others are counts. */
const units: Partial<Record<AuditField, (count: number) => string>> = {
  session_idle_hours: hours,
  session_absolute_hours: hours,
  session_remember_days: days,
  activity_days: days,
  notification_days: days,
  quarantine_days: days,
  second_factor_grace_days: days,
  retention_days: days,
  body_retention_days: days,
  waited_seconds: seconds,
  cooldown: seconds,
  font_size: pixels,
  container_width: pixels,
  padding: pixels,
  header_padding: pixels,
  footer_padding: pixels,
  logo_size: pixels,
  button_padding_x: pixels,
  button_padding_y: pixels,
  port: plain,
  // November 2026 begins with a Sunday.
  weekday: (number) => weekdayText(Date.UTC(2026, 10, 1 + number)),
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const dayText = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** Words for the values that some fields choose from, as the screens that set them have. */
function useChoices() {
  const { t } = useLingui()
  return {
    role: { admin: t`Administrator`, user: t`User` } satisfies Record<Role, string>,
    sign_up: {
      open: t`Anyone`,
      invite: t`Invited people only`,
      closed: t`Closed (administrators add people)`,
    } satisfies Record<AuditedSettings['sign_up'], string>,
    email_verification: {
      auto: t`Required once e-mails can be sent`,
      required: t`Always required`,
      off: t`Not required`,
    } satisfies Record<AuditedSettings['email_verification'], string>,
    second_factor: {
      optional: t`Nobody`,
      encouraged: t`Nobody, but a card asks for it`,
      admins: t`Administrators`,
      all: t`Everybody`,
    } satisfies Record<AuditedSettings['second_factor'], string>,
    frequency: {
      off: t`Manual only`,
      daily: t`Every day`,
      weekly: t`Every week`,
    } satisfies Record<BackupSchedule['frequency'], string>,
    acts: {
      administrators: t`Of administrators and the system`,
      people: t`Of people in their own accounts`,
      all: t`Of everybody`,
    } satisfies Record<AuditActs, string>,
    category: useMailCategoryLabels(),
    delivery: { mail: t`E-mail`, link: t`Link` },
    format: { csv: 'CSV', json: 'JSON' },
    from: { beginning: t`The first row of the audit log`, now: t`What happens from now on` },
    kind: useStreamKinds(),
    // Part of a person's page that an administrator looked at.
    what: { account: t`Account`, keys: t`Keys`, shares: t`Shares`, sessions: t`Sessions`, devices: t`Devices` },
    provider: providerLabels,
    encryption: { none: t`None`, tls: t`TLS (STARTTLS)`, ssl: t`SSL` } satisfies Record<SmtpConfiguration['encryption'], string>,
  } satisfies Partial<Record<AuditField, Record<string, string>>>
}

/** Writes the value of a field of the audit log; what is nested has names as well. */
export function useFieldValue(names: Partial<Record<string, string>>): (name: string, value: unknown) => string {
  const { t } = useLingui()
  const choices: Partial<Record<string, Record<string, string>>> = useChoices()
  function write(name: string, value: unknown, isNested = false): string {
    if (value === null || value === undefined || value === '') return t`None`
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    const unit = units[name as AuditField]
    if (typeof value === 'number') return (unit ?? numberText)(value)
    // Requests keep their details as text.
    if (typeof value === 'string' && unit && /^\d+$/.test(value)) return unit(Number(value))
    if (typeof value === 'string') return choices[name]?.[value] ?? timeOrText(value)
    if (Array.isArray(value)) return value.length === 0 ? t`None` : value.map((one) => write(name, one, true)).join(', ')
    // The log keeps no order of fields.
    const inner = Object.entries(value as Record<string, unknown>).toSorted(([one], [other]) => one.localeCompare(other))
    if (inner.length === 0) return t`None`
    const text = inner.map(([key, one]) => `${names[key] ?? key}: ${write(key, one, true)}`).join('; ')
    return isNested ? `(${text})` : text
  }
  return write
}

export function timeOrText(text: string): string {
  if (isMoment(text)) return utcTimeText(text)
  return isDay(text) ? dayText(text) : text
}
