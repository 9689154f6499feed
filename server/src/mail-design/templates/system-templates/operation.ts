import { systemTemplate } from './define.ts'
import { button, facts, greeting, html, note, paragraph } from './parts.ts'

const digestFacts = facts(
  ['Codes used', '{{ digest.codes }}'],
  ['Keys in your vault', '{{ digest.keys }}'],
  ['Keys shared', '{{ digest.shares }}'],
  ['Sign-ins', '{{ digest.logins }}'],
)
const digestEnd = '<p class="muted">You receive this e-mail because you asked for it. Turn it off under Profile → Settings.</p>'

export const operationTemplates = [
  systemTemplate('admin.system.alert', 'admin', {
    subject: '[{{ alert.severity | upcase }}] {{ app.name }}: {{ alert.message }}',
    html: html(
      '{{ alert.message }}',
      greeting('this is a notice for the administrators of {{ app.name }}.'),
      facts(['Severity', '{{ alert.severity | capitalize }}'], ['Noticed', '{{ alert.time | date }}']),
      button('Open the dashboard', 'app.url'),
    ),
  }),
  systemTemplate('admin.request.changed', 'security', {
    subject: 'Request by {{ actor.name }}: {{ request.state }}',
    html: html(
      'A request by {{ actor.name }}',
      greeting('an administrator of {{ app.name }} asked for something that nobody can do alone. See below for the state of the request.'),
      facts(
        ['What', '{{ request.what }}'],
        ['Requested by', '{{ actor.name }}'],
        ['State', '{{ request.state }}'],
        ['Reason', '{{ request.reason }}', 'request.reason'],
      ),
      button('Open the requests', 'app.url', '/admin/requests'),
    ),
  }),
  systemTemplate('user.request.changed', 'security', {
    subject: 'Request about your {{ app.name }} account: {{ request.state }}',
    html: html(
      'A request about your account',
      greeting('an administrator asked to change your account. See below for the state of the request.'),
      facts(
        ['What', '{{ request.what }}'],
        ['Requested by', '{{ actor.name }}'],
        ['State', '{{ request.state }}'],
        ['Reason', '{{ request.reason }}', 'request.reason'],
      ),
      '{% if user.state == "deactivated" %}',
      note(
        'Your account is deactivated, so you cannot open your profile. If you do not agree, contact another administrator of {{ app.name }}.',
      ),
      '{% else %}',
      note('While the request waits, you can stop it in your profile.'),
      button('Open your profile', 'app.url', '/profile'),
      '{% endif %}',
    ),
  }),
  systemTemplate('admin.maintenance.scheduled', 'system', {
    subject: '{{ app.name }}: maintenance on {{ maintenance.start | date: "%-d %B" }}',
    html: html(
      'Maintenance',
      greeting('you cannot use {{ app.name }} or get codes during this maintenance. Please plan for it.'),
      facts(['From', '{{ maintenance.start | date }}'], ['Until about', '{{ maintenance.end | date }}']),
      '{% unless maintenance.message == blank %}\n<p>{{ maintenance.message | newline_to_br }}</p>\n{% endunless %}',
      '<p>You do not need to do anything. Afterwards everything works as before.</p>',
    ),
  }),
  systemTemplate('digest.weekly', 'notification', {
    subject: 'Your week in {{ app.name }}: {{ digest.period }}',
    html: html(
      'Your week in {{ app.name }}',
      greeting('this is what happened in your vault, {{ digest.period }}.'),
      digestFacts,
      button('Open your vault', 'app.url'),
      digestEnd,
    ),
  }),
  systemTemplate('digest.monthly', 'notification', {
    subject: 'Your month in {{ app.name }}: {{ digest.period }}',
    html: html(
      'Your month in {{ app.name }}',
      greeting('this is what happened in your vault, {{ digest.period }}.'),
      digestFacts,
      button('Open your vault', 'app.url'),
      digestEnd,
    ),
  }),
  systemTemplate('test.email', 'test', {
    subject: 'Test e-mail from {{ app.name }}',
    html: html(
      'It works',
      greeting('this e-mail reached you, so {{ app.name }} can send e-mail.'),
      facts(['Provider', '{{ provider.name }}'], ['Sent', '{{ test.time | date }}']),
      paragraph('If you did not expect it, an administrator of {{ app.name }} is trying out the settings. You can ignore it.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
]
