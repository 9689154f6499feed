import type { EventName } from '@twofold/contract/events'
import { button, facts, html, note, paragraph } from '../parts.ts'
import { greeting, moment, spelledOut, type TranslatedTexts } from './parts.ts'

const level = '{% if share.permission == "admin" %}Vollzugriff{% else %}Codes ansehen{% endif %}'
const why =
  '{% case share.reason %}{% when "left" %}Der Empfänger hat den Zugriff aufgegeben{% when "expired" %}Die Freigabe ist abgelaufen{% when "unconfirmed" %}Der Eigentümer hat sie bei einer Überprüfung nicht bestätigt{% else %}Der Zugriff wurde entzogen{% endcase %}'

export const keyTexts = {
  'key.shared': {
    subject: '{{ share.by }} teilt {{ key.name }} mit Ihnen',
    html: html(
      'Ein Schlüssel wurde mit Ihnen geteilt',
      greeting('Sie können jetzt die Codes von {{ key.name }} verwenden.'),
      facts(
        ['Schlüssel', '{{ key.name }}'],
        ['Geteilt von', '{{ share.by }}'],
        ['Ihr Zugriff', level],
        ['Bis', moment('share.expires_at'), 'share.expires_at'],
      ),
      button('Code anzeigen', 'app.url'),
    ),
  },
  'key.offered': {
    subject: '{{ share.by }} möchte Ihnen {{ key.name }} übergeben',
    html: html(
      'Ihnen wird ein Schlüssel angeboten',
      greeting('{{ share.by }} möchte Ihnen {{ key.name }} übergeben. Es ändert sich nichts, bis Sie annehmen.'),
      facts(['Schlüssel', '{{ key.name }}'], ['Angeboten von', '{{ share.by }}']),
      button('In {{ app.name }} antworten', 'app.url'),
      '<p class="muted">Wenn Sie {{ share.by }} nicht kennen, lehnen Sie das Angebot ab oder ignorieren Sie diese E-Mail.</p>',
    ),
  },
  'key.share.invited': {
    subject: '{{ share.by }} möchte {{ key.name }} mit Ihnen teilen',
    html: html(
      '{{ share.by }} möchte einen Schlüssel mit Ihnen teilen',
      greeting(
        '{{ share.by }} teilt mit {{ app.name }} Codes für die Zwei-Faktor-Anmeldung und möchte Ihnen die von {{ key.name }} geben.',
      ),
      paragraph('Legen Sie mit dieser Adresse ein Konto an, dann finden Sie den Schlüssel dort.'),
      button('Einladung annehmen', 'link.url'),
      '<p class="muted">Wenn Sie {{ share.by }} nicht kennen, können Sie diese E-Mail ignorieren.</p>',
      spelledOut(),
    ),
  },
  'key.share.revoked': {
    subject: 'Die Freigabe von {{ key.name }} ist beendet',
    html: html(
      'Eine Freigabe ist beendet',
      greeting('die Freigabe von {{ key.name }} ist beendet. Darüber wird kein Code mehr angezeigt.'),
      facts(
        ['Schlüssel', '{{ key.name }}'],
        ['Geteilt von', '{{ share.by }}', 'share.by'],
        ['Grund', why],
        ['Zeitpunkt', moment('event.time')],
      ),
      '<p>Wenn Sie den Schlüssel noch brauchen, bitten Sie seinen Eigentümer, ihn erneut zu teilen.</p>',
    ),
  },
  'key.share.asked': {
    subject: '{{ share.by }} bittet erneut um {{ key.name }}',
    html: html(
      'Jemand bittet um einen Schlüssel',
      greeting('{{ share.by }} hatte Zugriff auf {{ key.name }} und bittet Sie, den Schlüssel erneut zu teilen.'),
      facts(['Schlüssel', '{{ key.name }}'], ['Gebeten von', '{{ share.by }}'], ['Zeitpunkt', moment('event.time')]),
      '<p>Öffnen Sie beim Schlüssel „Zugriff“, um ihn erneut zu teilen. Wenn Sie nichts tun, erhält {{ share.by }} keinen Zugriff.</p>',
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'take.approval_requested': {
    subject: '{{ take.by }} bittet um einen Code von {{ key.name }}',
    html: html(
      'Ein Programm wartet auf Sie',
      greeting(
        '{{ take.by }} bittet um einen Code von {{ key.name }}. Das Programm erhält erst einen, wenn Sie oder jemand anderes mit diesem Recht zustimmen.',
      ),
      facts(['Schlüssel', '{{ key.name }}'], ['Programm', '{{ take.by }}'], ['Wartet bis', moment('take.until')]),
      '<p>Stimmen Sie nur zu, wenn Sie damit rechnen. Die Seite zeigt, was über das Programm bekannt ist, und eine Zahl, die auch das Programm zeigen muss.</p>',
      button('Entscheiden', 'app.url', '/approve/{{ take.id }}'),
    ),
  },
  'key.rotated': {
    subject: 'Der Schlüssel {{ key.name }} hat ein neues Geheimnis',
    html: html(
      'Ein Geheimnis wurde ersetzt',
      greeting(
        '{{ share.by }} hat das Geheimnis von {{ key.name }} ersetzt. Sie behalten den Schlüssel: {{ app.name }} zeigt ab jetzt seine neuen Codes.',
      ),
      facts(['Schlüssel', '{{ key.name }}'], ['Dienst', '{{ key.issuer }}', 'key.issuer'], ['Zeitpunkt', moment('event.time')]),
      '<p>Falls Sie diesen Schlüssel auch in einer anderen App haben, stimmen seine Codes dort nicht mehr.</p>',
    ),
  },
  'key.deleted': {
    subject: 'Der Schlüssel {{ key.name }} wurde gelöscht',
    html: html(
      'Ein Schlüssel wurde gelöscht',
      greeting('{{ key.name }} ist nicht mehr in {{ app.name }}, und niemand sieht mehr seine Codes.'),
      facts(['Schlüssel', '{{ key.name }}'], ['Dienst', '{{ key.issuer }}', 'key.issuer'], ['Zeitpunkt', moment('event.time')]),
      '<p>Vergewissern Sie sich, dass Sie sich beim Dienst noch auf anderem Weg anmelden können, bevor Sie es brauchen.</p>',
    ),
  },
  'key.backup.created': {
    subject: 'Aus Ihrem Tresor bei {{ app.name }} wurden Schlüssel exportiert',
    html: html(
      'Ihre Schlüssel wurden exportiert',
      greeting('gerade wurde eine Kopie Ihrer Schlüssel aus dem Tresor geholt.'),
      facts(['Zeitpunkt', moment('event.time')], ['Schlüssel', '{{ backup.keys }}'], ['Format', '{{ backup.format }}']),
      '<p>Wer die Datei hat, kann Ihre Codes erzeugen. Bewahren Sie sie verschlüsselt auf und löschen Sie Kopien, die Sie nicht mehr brauchen.</p>',
      note(
        'Wenn Sie das nicht waren, ändern Sie jetzt Passwort und PIN und richten Sie die exportierten Schlüssel bei ihren Diensten neu ein.',
      ),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
} satisfies Partial<Record<EventName, TranslatedTexts>>
