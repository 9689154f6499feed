/** Who an event is for. The mail for it goes to each of them, in their own language. */
export type EventAudience = 'user' | 'address' | 'administrators' | 'active users' | 'subscribers'

/** `security`: always sent. `account`: the account depends on it; may be edited, never disabled. `optional`: people choose in their profile. */
export type EventClass = 'security' | 'account' | 'optional' | 'system'

export interface EventDefinition {
  /** Shown in the mapping picker. */
  title: string
  when: string
  audience: EventAudience
  class: EventClass
  /** Variable → a sample for previews and tests. `user.*`, `app.*` and `event.time` come besides, for every event. */
  variables: Readonly<Record<string, string | number>>
  /** A system template and an active mapping are seeded for it at installation. */
  mapped: boolean
  /** Older names that mean the same; resolved when a mapping is saved. */
  aliases?: readonly string[]
}

const signIn = {
  'login.time': '2026-11-20T09:12:00Z',
  'login.ip': '203.0.113.7',
  'login.device': 'Firefox on Linux',
  'login.location': 'Unknown',
}
const link = { 'link.url': 'https://vault.example.org/…', 'link.expires_at': '2026-11-21T09:12:00Z' }
const actor = { 'actor.name': 'Ann Example' }
const lock = { 'lock.until': '2026-11-20T09:27:00Z', 'login.ip': '203.0.113.7' }
const maintenance = {
  'maintenance.start': '2026-11-20T22:00:00Z',
  'maintenance.end': '2026-11-20T22:10:00Z',
  'maintenance.message': 'A short upgrade.',
}
const digest = { 'digest.period': '16 to 22 November', 'digest.codes': 112, 'digest.keys': 14, 'digest.shares': 3, 'digest.logins': 9 }

/** What is in every event's data besides its own variables; `user` is the recipient. */
export const commonVariables = {
  'user.name': 'Bo Sample',
  'user.email': 'bo@example.org',
  'app.name': 'Twofold',
  'app.url': 'https://vault.example.org',
  'event.time': '2026-11-20T09:12:00Z',
} as const

/**
 * Everything that happens which somebody may be written to about. The mapping picker, the samples of previews, the variable
 * list of a template and the emitting code all read this one table.
 */
export const eventCatalogue = {
  'user.registered': {
    title: 'Account created',
    when: 'An account is created',
    audience: 'user',
    class: 'account',
    variables: {},
    mapped: true,
    aliases: ['user.register'],
  },
  'user.registered.again': {
    title: 'Sign-up with a known address',
    when: 'Somebody signs up with the address of an account, or wants to change theirs to it',
    audience: 'user',
    class: 'account',
    variables: { 'login.ip': '203.0.113.7' },
    mapped: true,
  },
  'user.email_verification': {
    title: 'E-mail verification',
    when: 'A verification link is asked for or due',
    audience: 'user',
    class: 'account',
    variables: link,
    mapped: true,
  },
  'user.password.reset_requested': {
    title: 'Password reset asked for',
    when: 'A reset link is asked for',
    audience: 'user',
    class: 'account',
    variables: { ...link, 'login.ip': '203.0.113.7' },
    mapped: true,
    aliases: ['user.password_reset'],
  },
  'user.password.changed': {
    title: 'Password changed',
    when: 'The password changed, by the user or an administrator',
    audience: 'user',
    class: 'security',
    variables: { ...actor, 'login.ip': '203.0.113.7' },
    mapped: true,
  },
  'user.login': { title: 'Sign-in', when: 'A sign-in succeeded', audience: 'user', class: 'optional', variables: signIn, mapped: false },
  'user.login.new_device': {
    title: 'Sign-in from a new device',
    when: 'A sign-in from a browser not seen on this account in 90 days',
    audience: 'user',
    class: 'security',
    variables: signIn,
    mapped: true,
  },
  'user.login.suspicious': {
    title: 'Suspicious sign-in',
    when: 'A sign-in that succeeded after 3 or more failures within 15 minutes, or with a recovery code',
    audience: 'user',
    class: 'security',
    variables: { ...signIn, 'login.failures': 4 },
    mapped: true,
  },
  'user.account.locked': {
    title: 'Account locked',
    when: 'The lock after failed sign-ins begins',
    audience: 'user',
    class: 'security',
    variables: lock,
    mapped: true,
  },
  'user.account.unlocked': {
    title: 'Account unlocked',
    when: 'The lock ends, by time or by an administrator',
    audience: 'user',
    class: 'security',
    variables: lock,
    mapped: false,
  },
  'user.profile.updated': {
    title: 'Profile changed',
    when: 'Name or e-mail changed',
    audience: 'user',
    class: 'security',
    variables: { 'change.fields': 'e-mail' },
    mapped: true,
  },
  'key.created': {
    title: 'Key added',
    when: 'A key was added',
    audience: 'user',
    class: 'optional',
    variables: { 'key.name': 'GitHub', 'key.issuer': 'GitHub' },
    mapped: false,
  },
  'key.deleted': {
    title: 'Key deleted',
    when: 'A key was deleted',
    audience: 'user',
    class: 'optional',
    variables: { 'key.name': 'GitHub', 'key.issuer': 'GitHub' },
    mapped: true,
  },
  'key.shared': {
    title: 'Key shared',
    when: 'A share took effect, or its level changed',
    audience: 'user',
    class: 'optional',
    variables: { 'key.name': 'GitHub', 'share.permission': 'view', 'share.by': 'Ann Example', 'share.expires_at': '2026-12-12T00:00:00Z' },
    mapped: true,
  },
  'key.share.invited': {
    title: 'Share invitation',
    when: 'A share waits for an address without account',
    audience: 'address',
    class: 'account',
    variables: { 'key.name': 'GitHub', 'share.by': 'Ann Example', 'link.url': 'https://vault.example.org/…' },
    mapped: true,
  },
  'key.share.revoked': {
    title: 'Share ended',
    when: 'A share was revoked, left or has expired',
    audience: 'user',
    class: 'optional',
    variables: { 'key.name': 'GitHub', 'share.by': 'Ann Example', 'share.reason': 'revoked' },
    mapped: true,
  },
  'key.backup.created': {
    title: 'Keys exported',
    when: 'Keys were exported',
    audience: 'user',
    class: 'security',
    variables: { 'backup.format': 'Twofold', 'backup.keys': 12 },
    mapped: true,
  },
  'pin.changed': {
    title: 'PIN changed',
    when: 'The user changed the PIN',
    audience: 'user',
    class: 'security',
    variables: actor,
    mapped: true,
  },
  'pin.reset': {
    title: 'PIN reset',
    when: 'An administrator set the PIN',
    audience: 'user',
    class: 'security',
    variables: actor,
    mapped: true,
  },
  'pin.failed_attempts': {
    title: 'PIN locked',
    when: 'The PIN was locked after five failures',
    audience: 'user',
    class: 'security',
    variables: lock,
    mapped: true,
  },
  'admin.new_user_registered': {
    title: 'New user',
    when: 'An account was created',
    audience: 'administrators',
    class: 'system',
    variables: { 'new_user.name': 'Bo Sample', 'new_user.email': 'bo@example.org' },
    mapped: false,
  },
  'admin.user.created': {
    title: 'User invited',
    when: 'An administrator created or invited a user',
    audience: 'user',
    class: 'account',
    variables: { 'link.url': 'https://vault.example.org/…', ...actor },
    mapped: true,
  },
  'admin.user.suspended': {
    title: 'User deactivated',
    when: 'An administrator deactivated a user',
    audience: 'user',
    class: 'security',
    variables: { ...actor, reason: 'Left the company' },
    mapped: true,
  },
  'admin.system.alert': {
    title: 'System alert',
    when: 'Health changed',
    audience: 'administrators',
    class: 'system',
    variables: {
      'alert.type': 'disk',
      'alert.message': 'The disk is 92 % full.',
      'alert.severity': 'warning',
      'alert.time': '2026-11-20T09:12:00Z',
    },
    mapped: true,
  },
  'admin.backup.completed': {
    title: 'Backup ended',
    when: 'A scheduled or manual backup ended, well or not',
    audience: 'administrators',
    class: 'system',
    variables: { 'backup.file': 'twofold-2026-11-20.backup', 'backup.size': '18 MB', 'backup.outcome': 'completed' },
    mapped: false,
  },
  'admin.maintenance.scheduled': {
    title: 'Maintenance scheduled',
    when: 'A maintenance window was set',
    audience: 'active users',
    class: 'system',
    variables: maintenance,
    mapped: true,
  },
  'system.maintenance.start': {
    title: 'Maintenance began',
    when: 'The window begins',
    audience: 'administrators',
    class: 'system',
    variables: maintenance,
    mapped: false,
    aliases: ['system.maintenance'],
  },
  'system.maintenance.end': {
    title: 'Maintenance ended',
    when: 'The window ends',
    audience: 'administrators',
    class: 'system',
    variables: maintenance,
    mapped: false,
  },
  'system.update.available': {
    title: 'Update available',
    when: 'The release feed names a newer version',
    audience: 'administrators',
    class: 'system',
    variables: { 'update.version': '1.4.0', 'update.url': 'https://vault.example.org/releases/1.4.0' },
    mapped: false,
  },
  'system.security.breach': {
    title: 'Security notice',
    when: 'An administrator sends the security notice',
    audience: 'active users',
    class: 'security',
    variables: { 'notice.title': 'Please change your password', 'notice.message': 'What happened, and what to do.' },
    mapped: true,
  },
  'digest.weekly': {
    title: 'Weekly digest',
    when: 'Monday 08:00',
    audience: 'subscribers',
    class: 'optional',
    variables: digest,
    mapped: true,
  },
  'digest.monthly': {
    title: 'Monthly digest',
    when: 'The 1st, 08:00',
    audience: 'subscribers',
    class: 'optional',
    variables: digest,
    mapped: true,
  },
  'digest.security': {
    title: 'Security digest',
    when: 'Monday 08:00',
    audience: 'administrators',
    class: 'system',
    variables: { 'digest.failed_logins': 5, 'digest.locked': 1, 'digest.new_devices': 2, 'digest.shares': 3 },
    mapped: false,
  },
  'test.email': {
    title: 'Test mail',
    when: 'A test is sent',
    audience: 'address',
    class: 'system',
    variables: { 'test.time': '2026-11-20T09:12:00Z', 'provider.name': 'Main SMTP' },
    mapped: true,
  },
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof eventCatalogue

type Variables<N extends EventName> = (typeof eventCatalogue)[N]['variables']

/** The data an event carries: every variable of its definition, besides who it is about. */
export type EventData<N extends EventName> = { [K in keyof Variables<N>]: Variables<N>[K] extends number ? number : string }

/** The present name of an event, also when given by an older one; undefined when there is no such event. */
export function resolveEventName(name: string): EventName | undefined {
  if (Object.hasOwn(eventCatalogue, name)) return name as EventName
  const entry = Object.entries<EventDefinition>(eventCatalogue).find(([, definition]) => definition.aliases?.includes(name))
  return entry?.[0] as EventName | undefined
}
