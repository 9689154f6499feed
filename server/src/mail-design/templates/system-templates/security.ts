import { systemTemplate } from './define.ts'
import { button, facts, greeting, html, note, paragraph, spelledOut } from './parts.ts'

const signIn = [
  ['When', '{{ login.time | date }}'],
  ['Device', '{{ login.device }}', 'login.device'],
  ['Network address', '{{ login.ip }}', 'login.ip'],
] as const

const notYou = note('If it was not you, change your password now, end all sessions under Profile, and tell your administrator.')

export const securityTemplates = [
  systemTemplate('user.login.new_device', 'security', {
    subject: 'New sign-in to {{ app.name }} from {{ login.device | default: "a new device" }}',
    html: html(
      'Sign-in from a new device',
      greeting('somebody signed in to your account from a device that was not used in the last 90 days.'),
      facts(...signIn),
      '<p>If it was you, there is nothing to do.</p>',
      notYou,
      button('Review your sessions', 'app.url'),
    ),
  }),
  systemTemplate('user.login.suspicious', 'security', {
    subject: 'Please check a sign-in to your {{ app.name }} account',
    html: html(
      'Was this you?',
      greeting(
        'somebody signed in to your account after failed tries or with a recovery code. That may well have been you; please make sure.',
      ),
      facts(...signIn, ['Failed tries before', '{{ login.failures }}']),
      notYou,
      button('Review your account', 'app.url'),
    ),
  }),
  systemTemplate('user.account.locked', 'security', {
    subject: 'Sign-in to your {{ app.name }} account is locked for a while',
    html: html(
      'Sign-in is locked for a while',
      greeting('too many sign-ins to your account failed, so sign-in from that network address is locked for a while.'),
      facts(['Locked until', '{{ lock.until | date }}'], ['Network address', '{{ login.ip }}', 'login.ip']),
      '<p>The lock ends by itself. If you mistyped your password, wait and try again, or reset it.</p>',
      note(
        'If it was not you, somebody may be guessing your password. They have not succeeded. A long password that you use nowhere else, and two-step verification, keep it that way.',
      ),
    ),
  }),
  systemTemplate('pin.changed', 'security', {
    subject: 'Your {{ app.name }} PIN was changed',
    html: html(
      'Your PIN was changed',
      greeting('use your new PIN from now on.'),
      facts(['When', '{{ event.time | date }}'], ['Changed by', '{{ actor.name }}', 'actor.name']),
      note('If you did not expect this, change your password and PIN now and tell your administrator.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
  systemTemplate('pin.reset', 'security', {
    subject: 'Your {{ app.name }} PIN was reset',
    html: html(
      'Your PIN was reset',
      greeting('an administrator set a new PIN for your account. Secrets, exports and backup codes stay closed for at least 24 hours.'),
      facts(['When', '{{ event.time | date }}'], ['Reset by', '{{ actor.name }}', 'actor.name']),
      note('If you did not ask for this, speak with your administrator within 24 hours.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
  systemTemplate('pin.forgotten', 'security', {
    subject: 'Set a new {{ app.name }} PIN',
    html: html(
      'Choose a new PIN',
      greeting('somebody who is signed in to your account asked for a new PIN. If it was you, go on here.'),
      button('Set a new PIN', 'link.url'),
      facts(
        ['Asked for', '{{ event.time | date }}'],
        ['Network address', '{{ login.ip }}', 'login.ip'],
        ['Link works until', '{{ link.expires_at | date }}'],
      ),
      paragraph('You also need your password. Secrets, backup codes, exports and sharing then stay closed for at least 24 hours.'),
      note('If it was not you, somebody knows your password and is signed in. Do not open the link, and change your password now.'),
      spelledOut(),
    ),
  }),
  systemTemplate('pin.failed_attempts', 'security', {
    subject: 'Your {{ app.name }} PIN is locked for a while',
    html: html(
      'Your PIN is locked for a while',
      greeting('a wrong PIN was entered five times in a session of your account.'),
      facts(['Locked until', '{{ lock.until | date }}'], ['Network address', '{{ login.ip }}', 'login.ip']),
      note('If it was not you, somebody is using a session of yours. Change your password: that ends every session.'),
      button('Review your sessions', 'app.url'),
    ),
  }),
  systemTemplate('system.security.breach', 'security', {
    subject: '{{ notice.title }}',
    html: html(
      '{{ notice.title }}',
      greeting('this is a notice about security from the administrators of {{ app.name }}.'),
      '<p>{{ notice.message | newline_to_br }}</p>',
      button('Open {{ app.name }}', 'app.url'),
      '<p class="muted">We never ask for your password, PIN or codes by e-mail.</p>',
    ),
  }),
]
