import { messageOf, sentence, sentenceCodes } from '@twofold/contract/sentences/sentences'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { expect, test } from 'vitest'
import { fillPattern } from '@twofold/contract/sentences/fill-pattern'
import { mailLanguages } from './languages.ts'
import { wordValues } from './word-values.ts'

test('every sentence that has a code is in every catalogue, and can be filled in', () => {
  for (const [tag, { sentences }] of Object.entries(mailLanguages)) {
    const lacking = sentenceCodes.filter((code) => sentences[messageOf(code) ?? ''] === undefined)
    expect(lacking, tag).toEqual([])
    for (const [english, translation] of Object.entries(sentences)) {
      const values = Object.fromEntries([...english.matchAll(/\{(\w+)[},]/g)].map(([, name = '']) => [name, name === 'count' ? 2 : 'x']))
      expect(fillPattern(translation, values, tag), english).not.toMatch(/[{}]/)
    }
  }
})

test('the samples of worded variables have codes that there are', () => {
  const definitions: EventDefinition[] = Object.values(eventCatalogue)
  const worded = definitions.flatMap(({ variables }) => Object.values(variables)).filter((sample) => typeof sample === 'object')
  expect(worded.flat().filter(({ code }) => messageOf(code) === undefined)).toEqual([])
  expect(worded.length).toBeGreaterThan(5)
})

test('a value is in the language of the e-mail, with its numbers and times; in English where a sentence of it is not translated', () => {
  const words = {
    disk: [sentence('health.title.disk'), sentence('health.disk', { percent: 92, free: '21.5' })],
    backup: [sentence('health.backup_made', { time: '2026-11-20 22:05 UTC' })],
    unknown: [sentence('health.title.disk'), { code: 'health.of_a_newer_version' }],
  }
  const known = {
    'Disk:': 'Platte:',
    'The disk of the data folder is {percent} % full: {free} GB are free.': '{percent} % voll, {free} GB frei.',
  }
  const languages = { de: { mails: {}, sentences: { ...known, 'The last backup was made on {time}.': 'Zuletzt am {time}.' } } }
  expect(wordValues(words, 'de-AT', languages)).toEqual({
    disk: 'Platte: 92 % voll, 21,5 GB frei.',
    backup: 'Zuletzt am 20.11.2026, 22:05 UTC.',
  })
  expect(wordValues(words, 'fr', languages)).toEqual({})
})

test('an English e-mail writes the moments of a sentence as its template does, and leaves what has none to the event', () => {
  const closed = { code: 'keys.secrets_closed', values: { until: '2026-11-28 13:00 UTC' } }
  const words = {
    reason: [sentence('acts.done', { done: 1, all: 2 }), closed],
    period: [sentence('digest.period', { from: '2026-11-16', to: '2026-11-22' })],
    disk: [sentence('health.title.disk')],
    unknown: [{ code: 'health.of_a_newer_version', values: { time: '2026-11-28 13:00 UTC' } }],
  }
  const reason =
    '1 of 2 done. Secrets, backup codes, exports, sharing and changes to how you sign in stay closed until 28 November 2026, 13:00 UTC.'
  const period = '16 November 2026 to 22 November 2026'
  expect([wordValues(words, 'en'), wordValues(words, 'en-GB')]).toEqual([
    { reason, period },
    { reason, period },
  ])
})

test('a plural has the forms of its language, and values inside of them', () => {
  const pattern = '{count, plural, =0 {nic od {who}} one {# plik od {who}} few {# pliki od {who}} many {# plików od {who}} other {# pliku}}'
  const files = (count: number) => fillPattern(pattern, { count, who: '{Ann} #' }, 'pl')
  expect([0, 1, 3, 12, 1200].map(files)).toEqual([
    'nic od {Ann} #',
    '1 plik od {Ann} #',
    '3 pliki od {Ann} #',
    '12 plików od {Ann} #',
    `${new Intl.NumberFormat('pl').format(1200)} plików od {Ann} #`,
  ])
})
