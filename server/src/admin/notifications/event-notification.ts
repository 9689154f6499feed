import type { EventName } from '@twofold/contract/events'
import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { DeliveredEvent } from '../../platform/events.ts'
import { inUtc } from '../../platform/utc-time.ts'
import type { NewNotificationRow } from './notifications.repository.ts'
import { notificationWords } from './notification-words.ts'

type NoticeText = Pick<NewNotificationRow, 'type' | 'title' | 'message' | 'said' | 'link'>

/** `valueOf`: the value of a variable. `person`: the person it concerns. `wordsOf`: what a variable says, by codes. */
type NoticeWriter = (
  valueOf: (variable: string) => string,
  person: Person | undefined,
  wordsOf: (variable: string) => readonly Wording[],
) => NoticeText

export interface Person {
  id: string
  /** Undefined once the account is removed. */
  name: string | undefined
}

const maintenance = '/admin/system?tab=maintenance'
const notices = '/admin/system?tab=notices'

/** Page for an alert's subject, if it is not the system page. */
const alertLinks: Record<string, string> = {
  account: '/admin/users',
  backup: '/admin/backups',
  jobs: '/admin/system?tab=jobs',
  mail: '/admin/email/logs?status=failed',
  providers: '/admin/email/providers',
  streams: '/admin/audit/streams',
}

const noticeWriters = {
  'admin.new_user_registered': (valueOf) => ({
    type: 'info',
    ...notificationWords(
      'bell.new_user',
      sentence('bell.new_user_text', { name: valueOf('new_user.name'), email: valueOf('new_user.email') }),
    ),
    link: `/admin/users?search=${encodeURIComponent(valueOf('new_user.email'))}`,
  }),
  'user.account.locked': (valueOf, person) => ({
    type: 'alert',
    ...notificationWords(
      'bell.account_locked',
      person?.name === undefined
        ? sentence('bell.unknown_account_locked_text', { address: valueOf('login.ip') })
        : sentence('bell.account_locked_text', { name: person.name, address: valueOf('login.ip') }),
    ),
    ...(person?.name === undefined ? {} : { link: `/admin/users/${person.id}` }),
  }),
  'admin.system.alert': (valueOf, _person, wordsOf) => ({
    type: valueOf('alert.severity') === 'info' ? 'info' : 'alert',
    ...notificationWords('bell.alert', ...wordsOf('alert.message')),
    link: alertLinks[valueOf('alert.type')] ?? '/admin/system',
  }),
  'admin.backup.completed': (valueOf, _person, wordsOf) =>
    valueOf('backup.outcome') === 'completed'
      ? {
          type: 'success',
          ...notificationWords(
            'bell.backup_made',
            sentence('bell.backup_made_text', { file: valueOf('backup.file'), size: valueOf('backup.size') }),
          ),
          link: '/admin/backups',
        }
      : {
          type: 'alert',
          ...notificationWords('bell.backup_failed', ...wordsOf('backup.outcome')),
          link: '/admin/backups',
        },
  'admin.maintenance.scheduled': (valueOf) => ({
    type: 'info',
    ...notificationWords(
      'bell.maintenance_scheduled',
      sentence('bell.maintenance_scheduled_text', { start: inUtc(valueOf('maintenance.start')), end: inUtc(valueOf('maintenance.end')) }),
    ),
    link: maintenance,
  }),
  'system.maintenance.start': (valueOf) => ({
    type: 'info',
    ...notificationWords('bell.maintenance_began', sentence('bell.maintenance_began_text', { end: inUtc(valueOf('maintenance.end')) })),
    link: maintenance,
  }),
  'system.maintenance.end': () => ({
    type: 'success',
    ...notificationWords('bell.maintenance_ended', sentence('bell.maintenance_ended_text')),
    link: maintenance,
  }),
  'system.security.breach': (valueOf) => ({
    type: 'info',
    ...notificationWords('bell.notice_sent', sentence('bell.notice_sent_text', { title: valueOf('notice.title') })),
    link: notices,
  }),
  'system.update.available': (valueOf) => ({
    type: 'info',
    ...notificationWords('bell.update', sentence('bell.update_text', { version: valueOf('update.version') })),
    link: notices,
  }),
} satisfies Partial<Record<EventName, NoticeWriter>>

/** Events that notify administrators; all others need not be queued for it. */
export const notifiedEvents = Object.keys(noticeWriters) as (keyof typeof noticeWriters)[]

/** The notification for an event; undefined: none. */
export function notificationOf(
  { name, data, words = {} }: Pick<DeliveredEvent, 'name' | 'data' | 'words'>,
  person: Person | undefined,
): NoticeText | undefined {
  const known: Partial<Record<EventName, NoticeWriter>> = noticeWriters
  const valueOf = (variable: string) => String(data[variable] ?? '')
  return known[name]?.(valueOf, person, (variable) => words[variable] ?? [sentence('bell.alert_text', { text: valueOf(variable) })])
}
