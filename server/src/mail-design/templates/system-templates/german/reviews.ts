import type { EventName } from '@twofold/contract/events'
import { button, facts, html, note, paragraph } from '../parts.ts'
import { greeting, moment, type TranslatedTexts } from './parts.ts'

const what =
  '{% case review.scope %}{% when "tag" %}Schlüssel mit dem Tag {{ review.of }}{% when "group" %}Die Gruppe {{ review.of }}{% when "outside" %}Adressen außerhalb von {{ review.of }}{% else %}Alle Ihre Schlüssel{% endcase %}'
const due = [
  ['Worum es geht', what],
  ['Noch offen', '{{ review.left }}'],
  ['Bis', moment('review.due')],
] as const
const ends = note('Zugriffe, die Sie bis dahin nicht bestätigen, enden.')
const open = button('Zugriffe überprüfen', 'app.url', '/reviews/{{ review.id }}')

export const reviewTexts = {
  'review.started': {
    subject: '{{ review.by }} bittet Sie zu prüfen, wer Ihre Schlüssel verwenden kann',
    html: html(
      'Wer braucht Ihre Schlüssel noch?',
      greeting(
        '{{ review.by }} bittet alle zu bestätigen, wer ihre Schlüssel verwenden kann. Das entscheiden nur Sie, und niemand erhält dadurch Zugriff.',
      ),
      facts(...due),
      ends,
      open,
    ),
  },
  'review.reminder': {
    subject: 'Ihre Überprüfung der Zugriffe endet am {{ review.due | date: "%-d.%-m.%Y" }}',
    html: html(
      'Ihre Überprüfung ist noch nicht abgeschlossen',
      greeting('Sie haben noch nicht überall angegeben, wer Ihre Schlüssel noch braucht.'),
      facts(...due),
      ends,
      open,
    ),
  },
  'review.ended': {
    subject: 'Die Überprüfung der Zugriffe auf Ihre Schlüssel ist beendet',
    html: html(
      'Die Überprüfung ist beendet',
      greeting('die Überprüfung, wer Ihre Schlüssel verwenden kann, ist beendet.'),
      facts(
        ['Worum es ging', what],
        ['Bestätigt', '{{ review.confirmed }}'],
        ['Von Ihnen entzogen', '{{ review.revoked }}'],
        ['Nicht bestätigt und beendet', '{{ review.ended }}'],
      ),
      paragraph('Die betroffenen Personen wurden benachrichtigt. Wenn jemand einen Schlüssel noch braucht, teilen Sie ihn erneut.'),
      open,
    ),
  },
} satisfies Partial<Record<EventName, TranslatedTexts>>
