import { eventCatalogue } from '../event-catalogue.ts'
import type { EventDefinition } from '../event-definition.ts'

/** Descriptions of variables that several events have, for authors of templates. Times are ISO 8601; `| date` writes them out. */
const shared: Readonly<Record<string, string>> = {
  'user.name': 'Name of the recipient; empty when they have no account',
  'user.email': 'Address the e-mail goes to',
  'user.state': '"active" or "deactivated"',
  'app.name': 'Name of this installation',
  'app.url': 'Address of this installation',
  'event.time': 'When it happened',
  'link.url': 'The link, which works once',
  'link.expires_at': 'When the link stops working',
  'login.time': 'When the sign-in happened',
  'login.ip': 'Network address it came from',
  'login.device': 'Browser and system',
  'login.location': 'Where the network address is registered, or "Unknown"',
  'request.what': 'What is asked for',
  'request.state': 'Whether it waits, or how it was decided',
  'request.reason': 'Why it was asked for, or refused',
  'actor.name': 'Who did it',
  'lock.until': 'When the lock ends',
  'key.name': 'Name of the key',
  'key.issuer': 'Service the key is for; may be empty',
  'share.by': 'Who shared, or ended the share',
  'review.id': 'Identifies the review; its page is /reviews/ and this',
  'review.scope': '"all", "tag", "group" or "outside"',
  'review.of': 'The tag, the name of the group, or the domains; may be empty',
  'review.by': 'Who started the review',
  'review.due': 'When what is not confirmed ends',
  'review.left': 'Number of people and groups still to be answered',
  'review.ended': 'Number of those that ended because they were not confirmed',
  reason: 'Reason given; may be empty',
  'maintenance.start': 'When the maintenance begins',
  'maintenance.end': 'When it is expected to end',
  'maintenance.message': 'What the administrator says about it; may be empty',
  'digest.period': 'The days it covers',
  'digest.codes': 'Codes used',
  'digest.keys': 'Keys in the vault',
  'digest.logins': 'Sign-ins',
}

/** Descriptions of all variables of the event catalogue, by name. */
export const variableDescriptions: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(shared),
  ...Object.values<EventDefinition>(eventCatalogue).flatMap(({ describes = {} }) => Object.entries(describes)),
])

/** Undefined for a variable of an event that is gone. */
export function variableDescription(name: string): string | undefined {
  return Object.hasOwn(variableDescriptions, name) ? variableDescriptions[name] : undefined
}
