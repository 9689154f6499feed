import type { DeliveredEvent } from '../../platform/events.ts'
import type { NewNotificationRow } from './notifications.repository.ts'

type Told = Pick<NewNotificationRow, 'type' | 'title' | 'message'>

/** What administrators are told of an event; undefined: nothing. `person`: the name of whom it concerns. */
export function tellEvent({ name, data }: Pick<DeliveredEvent, 'name' | 'data'>, person: string | undefined): Told | undefined {
  const say = (variable: string) => String(data[variable] ?? '')
  switch (name) {
    case 'admin.new_user_registered':
      return { type: 'info', title: 'New user', message: `${say('new_user.name')} (${say('new_user.email')}) has an account now.` }
    case 'user.account.locked':
      return {
        type: 'alert',
        title: 'Account locked',
        message: `Sign-in to the account of ${person ?? 'somebody'} was locked for ${say('login.ip')} after too many failed tries.`,
      }
    case 'admin.system.alert':
      return { type: data['alert.severity'] === 'info' ? 'info' : 'alert', title: 'System alert', message: say('alert.message') }
    case 'admin.backup.completed':
      return data['backup.outcome'] === 'completed'
        ? { type: 'success', title: 'Backup made', message: `${say('backup.file')}, ${say('backup.size')}` }
        : { type: 'alert', title: 'Backup failed', message: say('backup.outcome') }
    case 'admin.maintenance.scheduled':
      return {
        type: 'info',
        title: 'Maintenance scheduled',
        message: `From ${inUtc(say('maintenance.start'))} to ${inUtc(say('maintenance.end'))}. Users have been mailed.`,
      }
    case 'system.maintenance.start':
      return {
        type: 'info',
        title: 'Maintenance began',
        message: `Until ${inUtc(say('maintenance.end'))} only administrators can work.`,
      }
    case 'system.maintenance.end':
      return { type: 'success', title: 'Maintenance ended', message: 'Everybody can work again.' }
    case 'system.security.breach':
      return { type: 'info', title: 'Security notice sent', message: say('notice.title') }
    case 'system.update.available':
      return { type: 'info', title: 'Update available', message: `Version ${say('update.version')} is out.` }
    default:
      return undefined
  }
}

/** '2026-11-20 22:00 UTC': the same for everybody who reads it. */
const inUtc = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`
