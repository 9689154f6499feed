import { button, facts, greeting, html, note, paragraph } from '../templates/system-templates/parts.ts'

/** Sample of everything that an e-mail may contain, for previews of themes. */
export const sampleContent = {
  subject: 'A sign-in from a new device',
  html_content: html(
    'A sign-in from a new device',
    greeting('your account was signed in to from a device that we have not seen before.'),
    facts(
      ['When', '{{ login.time | date }}'],
      ['Address', '{{ login.ip }}'],
      ['Device', '{{ login.device }}'],
      ['Place', '{{ login.location }}'],
    ),
    button('Open your vault', 'app.url'),
    note('If this was not you, change your password and end all other sessions.'),
    paragraph('You can read more about <a href="{{ app.url }}">how your account is protected</a> at any time.'),
    '<h2>What you can do</h2>',
    '<ul><li>Set up a passkey</li><li>Keep your recovery codes in a safe place</li></ul>',
  ),
  text_content: null,
}
