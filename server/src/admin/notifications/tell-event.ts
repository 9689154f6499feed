import type { EventName } from '@twofold/contract/events'
import type { DeliveredEvent } from '../../platform/events.ts'
import type { NewNotificationRow } from './notifications.repository.ts'

type Told = Pick<NewNotificationRow, 'type' | 'title' | 'message' | 'link'>

/** `say`: the value of a variable. `person`: whom it concerns. */
type Telling = (say: (variable: string) => string, person: Person | undefined) => Told

export interface Person {
  id: string
  /** Undefined once the account is removed. */
  name: string | undefined
}

const maintenance = '/admin/system?tab=maintenance'
const notices = '/admin/system?tab=notices'

/** Where what an alert is about is looked after, if that is not the system itself. */
const alertLinks: Record<string, string> = {
  account: '/admin/users',
  backup: '/admin/backups',
  jobs: '/admin/system?tab=jobs',
  mail: '/admin/email/logs?status=failed',
  providers: '/admin/email/providers',
}

const tellings = {
  'admin.new_user_registered': (say) => ({
    type: 'info',
    title: 'New user',
    message: `${say('new_user.name')} (${say('new_user.email')}) has an account now.`,
    link: `/admin/users?search=${encodeURIComponent(say('new_user.email'))}`,
  }),
  'user.account.locked': (say, person) => ({
    type: 'alert',
    title: 'Account locked',
    message: `Sign-in to the account of ${person?.name ?? 'somebody'} was locked for ${say('login.ip')} after too many failed tries.`,
    ...(person?.name === undefined ? {} : { link: `/admin/users/${person.id}` }),
  }),
  'admin.system.alert': (say) => ({
    type: say('alert.severity') === 'info' ? 'info' : 'alert',
    title: 'System alert',
    message: say('alert.message'),
    link: alertLinks[say('alert.type')] ?? '/admin/system',
  }),
  'admin.backup.completed': (say) =>
    say('backup.outcome') === 'completed'
      ? { type: 'success', title: 'Backup made', message: `${say('backup.file')}, ${say('backup.size')}`, link: '/admin/backups' }
      : { type: 'alert', title: 'Backup failed', message: say('backup.outcome'), link: '/admin/backups' },
  'admin.maintenance.scheduled': (say) => ({
    type: 'info',
    title: 'Maintenance scheduled',
    message: `From ${inUtc(say('maintenance.start'))} to ${inUtc(say('maintenance.end'))}. Users have been mailed.`,
    link: maintenance,
  }),
  'system.maintenance.start': (say) => ({
    type: 'info',
    title: 'Maintenance began',
    message: `Until ${inUtc(say('maintenance.end'))} only administrators can work.`,
    link: maintenance,
  }),
  'system.maintenance.end': () => ({
    type: 'success',
    title: 'Maintenance ended',
    message: 'Everybody can work again.',
    link: maintenance,
  }),
  'system.security.breach': (say) => ({ type: 'info', title: 'Security notice sent', message: say('notice.title'), link: notices }),
  'system.update.available': (say) => ({
    type: 'info',
    title: 'Update available',
    message: `Version ${say('update.version')} is out.`,
    link: notices,
  }),
} satisfies Partial<Record<EventName, Telling>>

/** The events that administrators are told of; all others need not wait in a queue for it. */
export const toldEvents = Object.keys(tellings) as (keyof typeof tellings)[]

/** What administrators are told of an event; undefined: nothing. */
export function tellEvent({ name, data }: Pick<DeliveredEvent, 'name' | 'data'>, person: Person | undefined): Told | undefined {
  const known: Partial<Record<EventName, Telling>> = tellings
  return known[name]?.((variable) => String(data[variable] ?? ''), person)
}

/** '2026-11-20 22:00 UTC': the same for everybody who reads it. */
const inUtc = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`
