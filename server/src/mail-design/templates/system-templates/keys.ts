import { systemTemplate } from './define.ts'
import { button, facts, greeting, html, note, paragraph, spelledOut } from './parts.ts'

const level = '{% if share.permission == "admin" %}Full control{% else %}View codes{% endif %}'
const why =
  '{% case share.reason %}{% when "left" %}The recipient left{% when "expired" %}It has expired{% when "unconfirmed" %}Its owner did not confirm it in a review{% else %}It was revoked{% endcase %}'
// The owner is notified of a recipient who left; everybody else, of an owner's share.
const by = '{% if share.reason == "left" %}Recipient{% else %}Shared by{% endif %}'

export const keyTemplates = [
  systemTemplate('key.shared', 'notification', {
    subject: '{{ share.by }} shared {{ key.name }} with you',
    html: html(
      'A key was shared with you',
      greeting('you can now use the codes of {{ key.name }}.'),
      facts(
        ['Key', '{{ key.name }}'],
        ['Shared by', '{{ share.by }}'],
        ['You may', level],
        ['Until', '{{ share.expires_at | date }}', 'share.expires_at'],
      ),
      button('Show the code', 'app.url'),
    ),
  }),
  systemTemplate('key.offered', 'notification', {
    subject: '{{ share.by }} wants to hand {{ key.name }} over to you',
    html: html(
      'A key is offered to you',
      greeting('{{ share.by }} wants you to own {{ key.name }}. Nothing changes until you accept.'),
      facts(['Key', '{{ key.name }}'], ['Offered by', '{{ share.by }}']),
      button('Answer in {{ app.name }}', 'app.url'),
      '<p class="muted">If you do not know {{ share.by }}, decline the offer or ignore this e-mail.</p>',
    ),
  }),
  systemTemplate('key.handed_over', 'notification', {
    subject: 'You now own {{ key.name }}',
    html: html(
      'You are the owner now',
      greeting('you now own {{ key.name }}. Only you can share or delete what you own. Everybody else who had access keeps it.'),
      facts(['Key', '{{ key.name }}'], ['Former owner', '{{ key.former_owner }}'], ['Handed over by', '{{ actor.name }}']),
      button('Open your vault', 'app.url'),
    ),
  }),
  systemTemplate('key.share.invited', 'notification', {
    subject: '{{ share.by }} wants to share {{ key.name }} with you',
    html: html(
      '{{ share.by }} wants to share a key with you',
      greeting('{{ share.by }} uses {{ app.name }} to share two-factor codes, and would like to share those of {{ key.name }} with you.'),
      paragraph('Create an account with this address to use them.'),
      button('Accept the invitation', 'link.url'),
      '<p class="muted">If you do not know {{ share.by }}, you can ignore this e-mail.</p>',
      spelledOut(),
    ),
  }),
  systemTemplate('key.share.revoked', 'notification', {
    subject: 'The share of {{ key.name }} has ended',
    html: html(
      'A share has ended',
      greeting('the share of {{ key.name }} is over. No further code is shown through it.'),
      facts(['Key', '{{ key.name }}'], [by, '{{ share.by }}', 'share.by'], ['Why', why], ['When', '{{ event.time | date }}']),
      '{% unless share.reason == "left" %}\n<p>If you still need the key, ask its owner to share it again.</p>\n{% endunless %}',
    ),
  }),
  systemTemplate('key.share.asked', 'notification', {
    subject: '{{ share.by }} asks for {{ key.name }} again',
    html: html(
      'Somebody asks for a key',
      greeting('{{ share.by }} had access to {{ key.name }} and asks you to share it again.'),
      facts(['Key', '{{ key.name }}'], ['Asked by', '{{ share.by }}'], ['When', '{{ event.time | date }}']),
      '<p>Open the key under Access to share it again. If you do nothing, {{ share.by }} gets no access.</p>',
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
  // The program's own statement is only on the page: in an e-mail its words would look like ours.
  systemTemplate('take.approval_requested', 'notification', {
    subject: '{{ take.by }} asks for a code of {{ key.name }}',
    html: html(
      'A program is waiting for you',
      greeting('{{ take.by }} asks for a code of {{ key.name }}. It gets none until you or somebody else who may decide approves it.'),
      facts(['Key', '{{ key.name }}'], ['Program', '{{ take.by }}'], ['Waits until', '{{ take.until | date }}']),
      '<p>Approve it only if you expect it. The page shows what is known about the program, and a number that the program has to show as well.</p>',
      button('Decide', 'app.url', '/approve/{{ take.id }}'),
    ),
  }),
  systemTemplate('key.rotated', 'notification', {
    subject: 'The key {{ key.name }} has a new secret',
    html: html(
      'A secret was replaced',
      greeting('{{ share.by }} replaced the secret of {{ key.name }}. You keep the key: {{ app.name }} shows its new codes from now on.'),
      facts(['Key', '{{ key.name }}'], ['Service', '{{ key.issuer }}', 'key.issuer'], ['When', '{{ event.time | date }}']),
      '<p>If you keep this key in another application as well, the codes there no longer work.</p>',
    ),
  }),
  systemTemplate('key.deleted', 'notification', {
    subject: 'The key {{ key.name }} was deleted',
    html: html(
      'A key was deleted',
      greeting('{{ key.name }} is no longer in {{ app.name }}, and its codes are shown to nobody.'),
      facts(['Key', '{{ key.name }}'], ['Service', '{{ key.issuer }}', 'key.issuer'], ['When', '{{ event.time | date }}']),
      '<p>Make sure that you can still sign in to the service in another way before you need it.</p>',
    ),
  }),
  systemTemplate('key.backup.created', 'security', {
    subject: 'Keys were exported from your {{ app.name }} vault',
    html: html(
      'Your keys were exported',
      greeting('a copy of your keys was just taken out of the vault.'),
      facts(['When', '{{ event.time | date }}'], ['Keys', '{{ backup.keys }}'], ['Format', '{{ backup.format }}']),
      '<p>Anyone who has the file can make your codes. Keep it encrypted, and delete copies that you no longer need.</p>',
      note('If it was not you, change your password and PIN now, and set up the exported keys again with their services.'),
      button('Open {{ app.name }}', 'app.url'),
    ),
  }),
]
