import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { putPreferences } from '@twofold/contract/profile'
import { sentence } from '@twofold/contract/sentences/sentences'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sayAgain } from '../../mail-design/languages/mail-sentences.ts'
import { wordValues } from '../../mail-design/languages/word-values.ts'
import { splitWords } from '../../platform/events.ts'
import { wordKeys } from '../../keys/name-keys.ts'
import { eventually } from '../../testing/eventually.ts'
import { openContent } from '../delivery/mail-content.ts'
import { type EmailApp, startEmailApp } from '../testing/start-email-app.ts'

const catalogue: Record<string, EventDefinition> = eventCatalogue
const sent = Object.keys(catalogue).filter(
  (name): name is EventName => catalogue[name]?.mail !== undefined && catalogue[name].audience !== 'subscribers',
)

const liquid = /(\{\{.*?\}\}|\{%.*?%\})/s
const letters = /[A-Za-zÄÖÜäöüß]/g
const wide = (letter: string) => String.fromCodePoint((letter.normalize('NFD').codePointAt(0) ?? 0) + 0xfee0)
/** In full-width letters, which nobody types. */
const mark = (text: string) =>
  text
    .split(liquid)
    .map((part) => (liquid.test(part) ? part : part.replaceAll(letters, wide)))
    .join('')

/** Every German template in letters of its own: an English one, and an English word that comes in by a value, has others. */
async function markTranslations(app: EmailApp): Promise<void> {
  const rows = await app.db.selectFrom('email_template_translations').where('language', '=', 'de').selectAll().execute()
  for (const { template_id: id, subject, html_content: html } of rows)
    await app.db
      .updateTable('email_template_translations')
      .set({ subject: mark(subject), html_content: sayAgain(html, mark) })
      .where('template_id', '=', id)
      .where('language', '=', 'de')
      .execute()
}

/** Names and texts of people are 'xq'; identifiers, which templates compare, times and links stay. */
const samplesOf = (name: EventName) =>
  Object.fromEntries(
    Object.entries(catalogue[name]?.variables ?? {}).map(([variable, sample]) => {
      if (variable === 'key.name') return [variable, wordKeys(['xq', 'xq', 'xq', 'xq'])]
      if (variable === 'backup.format') return [variable, [sentence('export.qr')]]
      return [variable, typeof sample !== 'string' || /^(?:https:|\d{4}-|[a-z_]+$)/.test(sample) ? sample : 'xq']
    }),
  )

/** The frame, which has its translations from the catalogue, and what the runtime writes. */
const frame = /https?:\S+|\S+@\S+|Gesendet von|E-Mails dieser Art abbestellen|Abbestellen|\d+\. \p{L}+ \d{4} um \d\d:\d\d UTC/gu
const ownNames = new Set(['xq', 'Twofold'])

test('an e-mail in another language has no English sentence left, whatever happened, and no English word of the server in a value', async () => {
  const app = await startEmailApp({ work: true })
  const { id } = await app.db.selectFrom('users').where('email', '=', 'admin@example.org').select('id').executeTakeFirstOrThrow()
  // The welcome of the sign-up before is in English, however long a busy machine takes to write it.
  const waiting = sql`select id from pgboss.job where name = 'event.mail' and state in ('created', 'retry', 'active')`
  await eventually(async () => expect((await waiting.execute(app.db)).rows).toEqual([]))
  await app.admin.call(putPreferences, { body: { language: 'de' } })
  await app.db.updateTable('users').set({ name: 'xq' }).execute()
  await markTranslations(app)
  for (const name of sent) {
    const isForMany = !['user', 'address'].includes(catalogue[name]?.audience ?? '')
    await app.transaction((tx) => tx.emit(name, { ...(isForMany ? {} : { to: { user_id: id } }), data: samplesOf(name) }))
  }
  const mails = await eventually(async () => {
    const rows = await app.db.selectFrom('email_logs').select(['id', 'event_name', 'subject', 'outgoing']).execute()
    const ours = rows.filter(({ subject }) => subject !== 'Welcome to Twofold')
    expect(sent.filter((name) => ours.every(({ event_name: event }) => event !== name))).toEqual([])
    return ours
  })
  const english: string[] = []
  for (const { id: mail, event_name: event, subject, outgoing } of mails) {
    const { text } = await openContent(app.crypto, mail, 'outgoing', outgoing ?? Buffer.alloc(0))
    const worded = Object.values(wordValues(splitWords(samplesOf(event as EventName)).words ?? {}, 'de'))
    const rest = worded.reduce((whole, value) => whole.replaceAll(value, ''), `${subject} ${text}`.replaceAll(/\s+/g, ' '))
    const left = (rest.replaceAll(frame, ' ').match(/\p{Script=Latin}{2,}/gu) ?? []).filter((word) => /^[\x20-\xff]+$/.test(word))
    const words = left.filter((word) => !ownNames.has(word))
    if (words.length > 0) english.push(`${event}: ${words.join(' ')}`)
  }
  expect(english).toEqual([])
})
