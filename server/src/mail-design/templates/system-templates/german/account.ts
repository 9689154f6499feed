import type { EventName } from '@twofold/contract/events'
import { button, facts, html, note, paragraph } from '../parts.ts'
import { greeting, moment, spelledOut, type TranslatedTexts } from './parts.ts'

/** What was done, which the server says in English (closing.service.ts); one that it does not know stays general. */
const closed =
  '{% case closing.what %}{% when "restored your deleted account" %}hat Ihr gelöschtes Konto wiederhergestellt{% when "changed the e-mail address of your account" %}hat die E-Mail-Adresse Ihres Kontos geändert{% when "set your password" %}hat Ihr Passwort geändert{% when "made a link with which your password can be set" %}hat einen Link erstellt, mit dem sich Ihr Passwort ändern lässt{% when "set your PIN" %}hat Ihre PIN geändert{% else %}hat geändert, wie Sie sich anmelden{% endcase %}'

export const accountTexts = {
  'user.registered': {
    subject: 'Willkommen bei {{ app.name }}',
    html: html(
      'Willkommen bei {{ app.name }}',
      greeting('Ihr Konto ist bereit.'),
      paragraph(
        'Fügen Sie Ihren ersten Schlüssel per QR-Code oder mit seinem Geheimnis hinzu. Danach finden Sie Ihre Codes hier und können einen Schlüssel teilen, ohne sein Geheimnis preiszugeben.',
      ),
      button('Tresor öffnen', 'app.url'),
      note(
        'Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo Sie auch ohne diesen Tresor herankommen. Mit ihnen kommen Sie wieder hinein, wenn Sie Ihr Gerät verlieren.',
      ),
      '<p class="muted">Wenn Sie dieses Konto nicht angelegt haben, wenden Sie sich bitte an Ihren Administrator.</p>',
    ),
  },
  'user.registered.again': {
    subject: 'Sie haben bereits ein Konto bei {{ app.name }}',
    html: html(
      'Sie haben bereits ein Konto',
      greeting('gerade wollte jemand mit {{ user.email }} ein weiteres Konto anlegen. Es gibt schon eines: Ihres.'),
      paragraph(
        'Wenn Sie das waren, melden Sie sich wie gewohnt an. Falls Sie Ihr Passwort vergessen haben, wählen Sie auf der Anmeldeseite ein neues.',
      ),
      facts(['Zeitpunkt', moment('event.time')], ['Netzwerkadresse', '{{ login.ip }}', 'login.ip']),
      note('Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. An Ihrem Konto hat sich nichts geändert.'),
      button('Anmelden', 'app.url'),
    ),
  },
  'user.email_verification': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {{ app.name }}',
    html: html(
      'Bestätigen Sie Ihre E-Mail-Adresse',
      greeting('bitte bestätigen Sie, dass {{ user.email }} Ihre Adresse ist.'),
      button('Adresse bestätigen', 'link.url'),
      paragraph(
        `Der Link funktioniert einmal, bis ${moment('link.expires_at')}. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne den Link geschieht nichts.`,
      ),
      spelledOut(),
    ),
  },
  'user.login.confirmation': {
    subject: 'Bestätigen Sie Ihre Anmeldung bei {{ app.name }}',
    html: html(
      'Bestätigen Sie Ihre Anmeldung',
      greeting('gerade meldet sich jemand an Ihrem Konto an. Wenn Sie das sind, geht es hier weiter.'),
      button('Anmeldung bestätigen', 'link.url'),
      paragraph(
        `Öffnen Sie den Link in dem Browser, in dem Sie Ihr Passwort eingegeben haben. Er funktioniert einmal, bis ${moment('link.expires_at')}.`,
      ),
      facts(['Zeitpunkt', moment('event.time')], ['Netzwerkadresse', '{{ login.ip }}', 'login.ip']),
      note(
        'Sie erhalten diese E-Mail, weil ein Administrator Ihr Passwort oder Ihre PIN zurückgesetzt hat. Wenn Sie sich nicht gerade anmelden, öffnen Sie den Link nicht, setzen Sie Ihr Passwort zurück und informieren Sie Ihren Administrator.',
      ),
      spelledOut(),
    ),
  },
  'user.keys.claimed': {
    subject: '{{ app.name }}: Ihre Schlüssel sollen übergeben werden',
    html: html(
      'War das mit Ihnen abgesprochen?',
      greeting(
        `{{ actor.name }} hat Ihr Konto deaktiviert und möchte Ihre Schlüssel an {{ claim.heir }} übergeben. Kein zweiter Administrator hat zugestimmt, daher geschieht es frühestens am ${moment('claim.at')}.`,
      ),
      facts(['Beantragt', moment('event.time')], ['Durch', '{{ actor.name }}', 'actor.name'], ['Für', '{{ claim.heir }}', 'claim.heir']),
      note('Wenn Sie nicht einverstanden sind, stoppen Sie es bis dahin. Sie müssen sich dazu nicht anmelden.'),
      button('Stoppen', 'link.url'),
      spelledOut(),
    ),
  },
  'user.account.closed': {
    subject: `{{ app.name }}: {{ actor.name }} ${closed}`,
    html: html(
      'War das mit Ihnen abgesprochen?',
      greeting(`{{ actor.name }} ${closed}. Ihre Codes sind vorerst verschlossen, und nichts verlässt Ihren Tresor.`),
      paragraph(
        `Wenn Sie davon wissen, melden Sie sich mit Ihrem Passkey, Ihrer Authenticator-App, Ihrer PIN oder Ihrem früheren Passwort an, und Ihre Codes sind sofort wieder da. Sonst öffnen sie sich von selbst am ${moment('closing.until')}.`,
      ),
      facts(['Zeitpunkt', moment('event.time')], ['Durch', '{{ actor.name }}', 'actor.name']),
      note(
        'Wenn Sie nichts davon wissen, stoppen Sie es. Ihr Konto bleibt dann verschlossen, bis Sie sich ausweisen oder ein zweiter Administrator es öffnet.',
      ),
      button('Stoppen', 'link.url'),
      spelledOut(),
    ),
  },
  'user.password.reset_requested': {
    subject: 'Setzen Sie Ihr Passwort für {{ app.name }} zurück',
    html: html(
      'Wählen Sie ein neues Passwort',
      greeting('jemand möchte das Passwort Ihres Kontos zurücksetzen. Wenn Sie das sind, geht es hier weiter.'),
      button('Neues Passwort wählen', 'link.url'),
      facts(
        ['Angefordert', moment('event.time')],
        ['Netzwerkadresse', '{{ login.ip }}', 'login.ip'],
        ['Link gültig bis', moment('link.expires_at')],
      ),
      note(
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist, und der Link wird von selbst ungültig.',
      ),
      spelledOut(),
    ),
  },
  'user.profile.updated': {
    subject: 'Ihr Profil bei {{ app.name }} wurde geändert',
    html: html(
      'Ihr Profil wurde geändert',
      greeting('an Ihrem Konto hat sich etwas geändert.'),
      facts(['Was', '{{ change.fields }}', 'change.fields'], ['Zeitpunkt', moment('event.time')]),
      note('Wenn Sie davon nichts wissen, setzen Sie jetzt Ihr Passwort zurück und informieren Sie Ihren Administrator.'),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'user.password.changed': {
    subject: 'Ihr Passwort für {{ app.name }} wurde geändert',
    html: html(
      'Ihr Passwort wurde geändert',
      greeting('Ihr Konto hat ein neues Passwort. Alle anderen Sitzungen wurden beendet.'),
      facts(
        ['Zeitpunkt', moment('event.time')],
        ['Geändert von', '{{ actor.name }}', 'actor.name'],
        ['Netzwerkadresse', '{{ login.ip }}', 'login.ip'],
      ),
      note('Wenn Sie davon nichts wissen, setzen Sie jetzt Ihr Passwort zurück und informieren Sie Ihren Administrator.'),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'admin.user.created': {
    subject: '{{ actor.name }} lädt Sie zu {{ app.name }} ein',
    html: html(
      'Sie sind zu {{ app.name }} eingeladen',
      greeting(
        '{{ actor.name }} hat für Sie ein Konto bei {{ app.name }} angelegt. Dort werden Codes für die Zwei-Faktor-Anmeldung aufbewahrt und geteilt.',
      ),
      paragraph('Wählen Sie zu Beginn Ihr eigenes Passwort und Ihre PIN. Niemand sonst erfährt sie.'),
      button('Konto einrichten', 'link.url'),
      spelledOut(),
    ),
  },
  'admin.user.restored': {
    subject: 'Ihr Konto bei {{ app.name }} wurde wiederhergestellt',
    html: html(
      'Ihr Konto wurde wiederhergestellt',
      greeting(
        'Ihr gelöschtes Konto bei {{ app.name }} ist mit seinen Schlüsseln wieder da. Ihre PIN ist dieselbe wie zuvor. Wählen Sie ein neues Passwort, um sich anzumelden.',
      ),
      button('Neues Passwort wählen', 'link.url'),
      facts(
        ['Zeitpunkt', moment('event.time')],
        ['Wiederhergestellt von', '{{ actor.name }}', 'actor.name'],
        ['Link gültig bis', moment('link.expires_at')],
      ),
      note(
        'Geheimnisse bleiben 24 Stunden lang verschlossen. Wenn Sie damit nicht gerechnet haben, wenden Sie sich bitte an Ihren Administrator.',
      ),
      spelledOut(),
    ),
  },
  'admin.user.suspended': {
    subject: 'Ihr Konto bei {{ app.name }} wurde deaktiviert',
    html: html(
      'Ihr Konto wurde deaktiviert',
      greeting('Sie können sich bei {{ app.name }} nicht mehr anmelden. Ihre Schlüssel bleiben erhalten; es wurde nichts gelöscht.'),
      facts(
        ['Zeitpunkt', moment('event.time')],
        ['Deaktiviert von', '{{ actor.name }}', 'actor.name'],
        ['Grund', '{{ reason }}', 'reason'],
      ),
      '<p>Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte an Ihren Administrator.</p>',
    ),
  },
} satisfies Partial<Record<EventName, TranslatedTexts>>
