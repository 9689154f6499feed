import { systemTemplate } from './define.ts'
import { button, facts, greeting, html, note, paragraph, spelledOut } from './parts.ts'

export const accountTemplates = [
  systemTemplate('user.registered', 'notification', {
    subject: 'Welcome to {{ app.name }}',
    html: html(
      'Welcome to {{ app.name }}',
      greeting('your account is ready.'),
      paragraph(
        'Add your first key by its QR code or its secret. From then on your codes are here, and you can share a key without giving its secret away.',
      ),
      button('Open your vault', 'app.url'),
      note(
        'When you set up two-step verification, keep your recovery codes where you can reach them without this vault. They are the way back in if you lose your device.',
      ),
      '<p class="muted">If you did not create this account, please tell your administrator.</p>',
    ),
  }),
  systemTemplate('user.registered.again', 'security', {
    subject: 'You already have an account at {{ app.name }}',
    html: html(
      'You already have an account',
      greeting('somebody just tried to use {{ user.email }} for another account. There is one already: yours.'),
      paragraph('If it was you, sign in as usual. If you do not remember your password, choose a new one on the sign-in page.'),
      facts(['When', '{{ event.time | date }}'], ['Network address', '{{ login.ip }}', 'login.ip']),
      note('If it was not you, ignore this e-mail. Nothing about your account has changed.'),
      button('Sign in', 'app.url'),
    ),
  }),
  systemTemplate('user.email_verification', 'security', {
    subject: 'Confirm your e-mail address for {{ app.name }}',
    html: html(
      'Confirm your e-mail address',
      greeting('please confirm that {{ user.email }} is your address.'),
      button('Confirm address', 'link.url'),
      paragraph(
        'The link works once, until {{ link.expires_at | date }}. If you did not ask for it, you can ignore this e-mail: nothing happens without the link.',
      ),
      spelledOut(),
    ),
  }),
  systemTemplate('user.login.confirmation', 'security', {
    subject: 'Confirm your sign-in to {{ app.name }}',
    html: html(
      'Confirm your sign-in',
      greeting('somebody is signing in to your account. If it is you, go on here.'),
      button('Confirm sign-in', 'link.url'),
      paragraph('Open the link in the browser in which you typed your password. It works once, until {{ link.expires_at | date }}.'),
      facts(['When', '{{ event.time | date }}'], ['Network address', '{{ login.ip }}', 'login.ip']),
      note(
        'You receive this e-mail because an administrator reset your password or PIN. If it is not you who is signing in, do not open the link, reset your password and tell your administrator.',
      ),
      spelledOut(),
    ),
  }),
  systemTemplate('user.account.closed', 'security', {
    subject: '{{ app.name }}: {{ actor.name }} {{ closing.what }}',
    html: html(
      'Was this agreed with you?',
      greeting('{{ actor.name }} {{ closing.what }}. Your codes are closed for now, and nothing leaves your vault.'),
      paragraph(
        'If you expected this, sign in with your passkey, authenticator app, PIN or the password from before, and your codes are back at once. Otherwise they open again by themselves on {{ closing.until | date }}.',
      ),
      facts(['When', '{{ event.time | date }}'], ['By', '{{ actor.name }}', 'actor.name']),
      note(
        'If you do not recognize this, stop it. Your account then stays shut until you prove who you are, or a second administrator opens it.',
      ),
      button('Stop this', 'link.url'),
      spelledOut(),
    ),
  }),
  systemTemplate('user.keys.claimed', 'security', {
    subject: '{{ app.name }}: your keys are to be handed over',
    html: html(
      'Was this agreed with you?',
      greeting(
        '{{ actor.name }} deactivated your account and wants {{ claim.heir }} to have your keys. No second administrator has agreed, so it happens on {{ claim.at | date }} at the earliest.',
      ),
      facts(['Requested', '{{ event.time | date }}'], ['By', '{{ actor.name }}', 'actor.name'], ['For', '{{ claim.heir }}', 'claim.heir']),
      note('If you do not agree, stop it before then. You do not need to sign in.'),
      button('Stop this', 'link.url'),
      spelledOut(),
    ),
  }),
  systemTemplate('user.password.reset_requested', 'security', {
    subject: 'Reset your {{ app.name }} password',
    html: html(
      'Reset your password',
      greeting('somebody asked to reset the password of your account. If it was you, go on here.'),
      button('Choose a new password', 'link.url'),
      facts(
        ['Asked for', '{{ event.time | date }}'],
        ['Network address', '{{ login.ip }}', 'login.ip'],
        ['Link works until', '{{ link.expires_at | date }}'],
      ),
      note('If it was not you, ignore this e-mail. Your password stays as it is, and the link stops working by itself.'),
      spelledOut(),
    ),
  }),
  systemTemplate('user.profile.updated', 'security', {
    subject: 'Your {{ app.name }} profile was changed',
    html: html(
      'Your profile was changed',
      greeting('your account details were changed.'),
      facts(['What changed', '{{ change.fields }}', 'change.fields'], ['When', '{{ event.time | date }}']),
      note('If you did not expect this, reset your password now and tell your administrator.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
  systemTemplate('user.password.changed', 'security', {
    subject: 'Your {{ app.name }} password was changed',
    html: html(
      'Your password was changed',
      greeting('the password of your account was changed. All your sessions were ended.'),
      facts(
        ['When', '{{ event.time | date }}'],
        ['Changed by', '{{ actor.name }}', 'actor.name'],
        ['Network address', '{{ login.ip }}', 'login.ip'],
      ),
      note('If you did not expect this, reset your password now and tell your administrator.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
  systemTemplate('admin.user.created', 'notification', {
    subject: '{{ actor.name }} invited you to {{ app.name }}',
    html: html(
      'You are invited to {{ app.name }}',
      greeting('{{ actor.name }} made an account for you at {{ app.name }}, where two-factor codes are kept and shared.'),
      paragraph('Choose your own password to begin. Only you will know it.'),
      button('Set up your account', 'link.url'),
      spelledOut(),
    ),
  }),
  systemTemplate('admin.user.restored', 'security', {
    subject: 'Your {{ app.name }} account was restored',
    html: html(
      'Your account was restored',
      greeting(
        'your deleted account at {{ app.name }} is back, with its keys. Your PIN is the one you had. Choose a new password to sign in.',
      ),
      button('Choose a new password', 'link.url'),
      facts(
        ['When', '{{ event.time | date }}'],
        ['Restored by', '{{ actor.name }}', 'actor.name'],
        ['Link works until', '{{ link.expires_at | date }}'],
      ),
      note('Secrets stay closed for 24 hours. If you did not expect this, please speak with your administrator.'),
      spelledOut(),
    ),
  }),
  systemTemplate('admin.user.suspended', 'security', {
    subject: 'Your {{ app.name }} account was deactivated',
    html: html(
      'Your account was deactivated',
      greeting('you can no longer sign in to {{ app.name }}. Your keys are kept; nothing was deleted.'),
      facts(
        ['When', '{{ event.time | date }}'],
        ['Deactivated by', '{{ actor.name }}', 'actor.name'],
        ['Reason', '{{ reason }}', 'reason'],
      ),
      '<p>If you think this is a mistake, please speak with your administrator.</p>',
    ),
  }),
]
