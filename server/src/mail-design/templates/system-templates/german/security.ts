import type { EventName } from '@twofold/contract/events'
import { button, facts, html, note, paragraph } from '../parts.ts'
import { greeting, moment, spelledOut, type TranslatedTexts } from './parts.ts'

const signIn = [
  ['Zeitpunkt', moment('login.time')],
  ['Gerät', '{{ login.device }}', 'login.device'],
  ['Netzwerkadresse', '{{ login.ip }}', 'login.ip'],
] as const

const notYou = note(
  'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort, beenden Sie im Profil alle Sitzungen und informieren Sie Ihren Administrator.',
)

export const securityTexts = {
  'user.login.new_device': {
    subject: 'Neue Anmeldung bei {{ app.name }}: {{ login.device | default: "neues Gerät" }}',
    html: html(
      'Anmeldung auf einem neuen Gerät',
      greeting('Ihr Konto wurde gerade auf einem Gerät geöffnet, das wir noch nicht kennen.'),
      facts(...signIn),
      '<p>Wenn Sie das waren, müssen Sie nichts tun.</p>',
      notYou,
      button('Sitzungen prüfen', 'app.url'),
    ),
  },
  'user.login.suspicious': {
    subject: 'Bitte prüfen Sie eine Anmeldung an Ihrem Konto bei {{ app.name }}',
    html: html(
      'Waren Sie das?',
      greeting(
        'nach fehlgeschlagenen Versuchen oder mit einem Wiederherstellungscode hat sich jemand an Ihrem Konto angemeldet. Das waren vielleicht Sie selbst; bitte vergewissern Sie sich.',
      ),
      facts(...signIn, ['Fehlversuche davor', '{{ login.failures }}']),
      notYou,
      button('Konto prüfen', 'app.url'),
    ),
  },
  'user.account.locked': {
    subject: 'Die Anmeldung an Ihrem Konto bei {{ app.name }} ist vorübergehend gesperrt',
    html: html(
      'Die Anmeldung ist vorübergehend gesperrt',
      greeting('es gab zu viele fehlgeschlagene Anmeldeversuche. Weitere Versuche von dort nehmen wir vorerst nicht an.'),
      facts(['Gesperrt bis', moment('lock.until')], ['Netzwerkadresse', '{{ login.ip }}', 'login.ip']),
      '<p>Die Sperre endet von selbst. Wenn Sie sich vertippt haben, warten Sie und versuchen Sie es erneut oder setzen Sie Ihr Passwort zurück.</p>',
      note(
        'Wenn Sie das nicht waren, versucht vielleicht jemand, Ihr Passwort zu erraten. Es hat standgehalten. Ein längeres, nur hier verwendetes Passwort und ein zweiter Faktor sorgen dafür, dass es so bleibt.',
      ),
    ),
  },
  'pin.changed': {
    subject: 'Ihre PIN für {{ app.name }} wurde geändert',
    html: html(
      'Ihre PIN wurde geändert',
      greeting('ab jetzt gilt in Ihrem Tresor Ihre neue PIN.'),
      facts(['Zeitpunkt', moment('event.time')], ['Geändert von', '{{ actor.name }}', 'actor.name']),
      note('Wenn Sie davon nichts wissen, ändern Sie jetzt Passwort und PIN und informieren Sie Ihren Administrator.'),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'pin.reset': {
    subject: 'Ihre PIN für {{ app.name }} wurde zurückgesetzt',
    html: html(
      'Ihre PIN wurde zurückgesetzt',
      greeting(
        'ein Administrator hat für Ihr Konto eine neue PIN festgelegt. Geheimnisse, Exporte und Backup-Codes bleiben 24 Stunden lang verschlossen.',
      ),
      facts(['Zeitpunkt', moment('event.time')], ['Zurückgesetzt von', '{{ actor.name }}', 'actor.name']),
      note('Wenn Sie nicht darum gebeten haben, wenden Sie sich vor Ablauf der 24 Stunden an Ihren Administrator.'),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'pin.forgotten': {
    subject: 'Legen Sie eine neue PIN für {{ app.name }} fest',
    html: html(
      'Legen Sie eine neue PIN fest',
      greeting('jemand, der an Ihrem Konto angemeldet ist, hat eine neue PIN angefordert. Wenn Sie das waren, geht es hier weiter.'),
      button('Neue PIN festlegen', 'link.url'),
      facts(
        ['Angefordert', moment('event.time')],
        ['Netzwerkadresse', '{{ login.ip }}', 'login.ip'],
        ['Link gültig bis', moment('link.expires_at')],
      ),
      paragraph(
        'Sie brauchen dazu auch Ihr Passwort. Geheimnisse, Backup-Codes, Exporte und Freigaben bleiben danach 24 Stunden lang verschlossen.',
      ),
      note(
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und ist angemeldet. Öffnen Sie den Link nicht und ändern Sie jetzt Ihr Passwort.',
      ),
      spelledOut(),
    ),
  },
  'pin.failed_attempts': {
    subject: 'Ihre PIN für {{ app.name }} ist vorübergehend gesperrt',
    html: html(
      'Ihre PIN ist vorübergehend gesperrt',
      greeting('in einer Sitzung Ihres Kontos wurde fünfmal eine falsche PIN eingegeben.'),
      facts(['Gesperrt bis', moment('lock.until')], ['Netzwerkadresse', '{{ login.ip }}', 'login.ip']),
      note('Wenn Sie das nicht waren, verwendet jemand eine Ihrer Sitzungen. Ändern Sie Ihr Passwort: Damit enden alle Sitzungen.'),
      button('Sitzungen prüfen', 'app.url'),
    ),
  },
  'system.security.breach': {
    subject: '{{ notice.title }}',
    html: html(
      '{{ notice.title }}',
      greeting('dies ist ein Sicherheitshinweis der Administratoren von {{ app.name }}.'),
      '<p>{{ notice.message | newline_to_br }}</p>',
      button('{{ app.name }} öffnen', 'app.url'),
      '<p class="muted">Wir fragen nie per E-Mail nach Ihrem Passwort, Ihrer PIN oder Ihren Codes.</p>',
    ),
  },
} satisfies Partial<Record<EventName, TranslatedTexts>>
