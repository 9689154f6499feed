import type { EventName } from '@twofold/contract/events'
import { button, facts, html, note, paragraph } from '../parts.ts'
import { greeting, moment, type TranslatedTexts } from './parts.ts'

const digestFacts = facts(
  ['Verwendete Codes', '{{ digest.codes }}'],
  ['Schlüssel in Ihrem Tresor', '{{ digest.keys }}'],
  ['Geteilte Schlüssel', '{{ digest.shares }}'],
  ['Anmeldungen', '{{ digest.logins }}'],
)
const digestEnd =
  '<p class="muted">Sie erhalten diese E-Mail, weil Sie sie angefordert haben. Unter Profil → Einstellungen können Sie sie abbestellen.</p>'
const severity = '{% case alert.severity %}{% when "critical" %}Kritisch{% when "warning" %}Warnung{% else %}Hinweis{% endcase %}'

/** The state, which the server says in English (requests.service.ts); one that names a time says only that the request waits it out. */
const state =
  '{% case request.state %}{% when "waits for another administrator" %}wartet auf einen anderen Administrator{% when "approved" %}genehmigt{% when "the waiting time is over" %}die Wartezeit ist vorbei{% when "carried out" %}ausgeführt{% when "could not be carried out" %}ließ sich nicht ausführen{% when "refused" %}abgelehnt{% when "withdrawn" %}zurückgezogen{% when "stopped by the person concerned" %}von der betroffenen Person gestoppt{% when "expired" %}abgelaufen{% else %}wird nach der Wartezeit ausgeführt, falls niemand es stoppt{% endcase %}'
const requestFacts = facts(
  ['Was', '{{ request.what }}'],
  ['Beantragt von', '{{ actor.name }}'],
  ['Stand', state],
  ['Grund', '{{ request.reason }}', 'request.reason'],
)

export const operationTexts = {
  'admin.system.alert': {
    subject: `[${severity}] {{ app.name }}: {{ alert.message }}`,
    html: html(
      '{{ alert.message }}',
      greeting('die Systemprüfung von {{ app.name }} hat etwas gefunden, das Sie sich ansehen sollten.'),
      facts(['Betrifft', '{{ alert.type }}'], ['Schweregrad', severity], ['Bemerkt', moment('alert.time')]),
      button('Dashboard öffnen', 'app.url'),
    ),
  },
  'admin.request.changed': {
    subject: `Antrag von {{ actor.name }}: ${state}`,
    html: html(
      'Ein Antrag von {{ actor.name }}',
      greeting(
        'der Eingriff eines Administrators von {{ app.name }} wartet auf Genehmigung, oder es wurde darüber entschieden. Sie finden ihn in der Verwaltung unter Anträge.',
      ),
      requestFacts,
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
  'user.request.changed': {
    subject: `Zu Ihrem Konto bei {{ app.name }}: ${state}`,
    html: html(
      'Ein Antrag zu Ihrem Konto',
      greeting('ein Administrator möchte an Ihrem Konto etwas ändern, oder es wurde darüber entschieden.'),
      requestFacts,
      note('Wenn Sie das nicht wollen, melden Sie sich an: Solange der Antrag wartet, können Sie ihn in Ihrem Profil stoppen.'),
      button('Profil öffnen', 'app.url'),
    ),
  },
  'admin.maintenance.scheduled': {
    subject: '{{ app.name }} ist am {{ maintenance.start | date: "%-d.%-m." }} wegen Wartung nicht erreichbar',
    html: html(
      'Geplante Wartung',
      greeting('{{ app.name }} ist eine Zeit lang nicht erreichbar und damit auch Ihre Codes nicht. Bitte richten Sie sich darauf ein.'),
      facts(['Von', moment('maintenance.start')], ['Voraussichtlich bis', moment('maintenance.end')]),
      '{% unless maintenance.message == blank %}\n<p>{{ maintenance.message | newline_to_br }}</p>\n{% endunless %}',
      '<p>Sie müssen nichts tun. Nach der Wartung ist alles wie zuvor.</p>',
    ),
  },
  'digest.weekly': {
    subject: 'Ihre Woche in {{ app.name }}: {{ digest.period }}',
    html: html(
      'Ihre Woche in {{ app.name }}',
      greeting('das ist in Ihrem Tresor geschehen, {{ digest.period }}.'),
      digestFacts,
      button('Tresor öffnen', 'app.url'),
      digestEnd,
    ),
  },
  'digest.monthly': {
    subject: 'Ihr Monat in {{ app.name }}: {{ digest.period }}',
    html: html(
      'Ihr Monat in {{ app.name }}',
      greeting('das ist in Ihrem Tresor geschehen, {{ digest.period }}.'),
      digestFacts,
      button('Tresor öffnen', 'app.url'),
      digestEnd,
    ),
  },
  'test.email': {
    subject: 'Test-E-Mail von {{ app.name }}',
    html: html(
      'Es funktioniert',
      greeting('diese E-Mail hat Sie erreicht, also kann {{ app.name }} E-Mails senden.'),
      facts(['Anbieter', '{{ provider.name }}'], ['Gesendet', moment('test.time')]),
      paragraph(
        'Wenn Sie nicht damit gerechnet haben: Ein Administrator von {{ app.name }} probiert gerade die Einstellungen aus. Sie können diese E-Mail ignorieren.',
      ),
      button('{{ app.name }} öffnen', 'app.url'),
    ),
  },
} satisfies Partial<Record<EventName, TranslatedTexts>>
