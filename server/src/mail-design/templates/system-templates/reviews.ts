import { systemTemplate } from './define.ts'
import { button, facts, greeting, html, note, paragraph } from './parts.ts'

const what =
  '{% case review.scope %}{% when "tag" %}Keys with the tag {{ review.of }}{% when "group" %}The group {{ review.of }}{% when "outside" %}Addresses outside {{ review.of }}{% else %}All your keys{% endcase %}'
const due = [
  ['Scope', what],
  ['Still to answer', '{{ review.left }}'],
  ['Until', '{{ review.due | date }}'],
] as const
const ends = note('Access that you do not confirm by then ends.')
const open = button('Review access', 'app.url', '/reviews/{{ review.id }}')

export const reviewTemplates = [
  systemTemplate('review.started', 'security', {
    subject: '{{ review.by }} asks you to review who can use your keys',
    html: html(
      'Who still needs your keys?',
      greeting('{{ review.by }} asks everybody to confirm who can use their keys. Only you decide, and nobody gains access.'),
      facts(...due),
      ends,
      open,
    ),
  }),
  systemTemplate('review.reminder', 'security', {
    subject: 'Your review of access ends on {{ review.due | date }}',
    html: html('Your review is not finished', greeting('you have not yet said who still needs your keys.'), facts(...due), ends, open),
  }),
  systemTemplate('review.ended', 'security', {
    subject: 'The review of who can use your keys has ended',
    html: html(
      'The review has ended',
      greeting('the review of who can use your keys is over.'),
      facts(
        ['Scope', what],
        ['Confirmed', '{{ review.confirmed }}'],
        ['Revoked by you', '{{ review.revoked }}'],
        ['Ended, not confirmed', '{{ review.ended }}'],
      ),
      paragraph('The people concerned have been notified. If somebody still needs a key, share it again.'),
      open,
    ),
  }),
]
