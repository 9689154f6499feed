import { expect, test } from 'vitest'
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts'
import { systemTranslations, systemTranslationsIn } from '../../mail-design/templates/system-translations.ts'
import { german } from '../../mail-design/languages/german.ts'
import { mailLanguages, wordsFor, wordsIn } from '../../mail-design/languages/languages.ts'
import type { MailLanguage } from '../../mail-design/languages/mail-language.ts'

/** A language that exists nowhere else: one object, as the file of a language is one. */
const made: MailLanguage = {
  templates: Object.fromEntries(
    Object.keys(german.templates).map((event) => [event, { subject: `Ťema ${event}`, html: `<p>Ťekst ${event}</p>` }]),
  ),
  footer: { sentBy: 'Šenita de', unsubscribe: 'Ne pľu', unsubscribeInText: 'Haľti' },
  unsubscribe: {
    question: { heading: 'Ĉu haľti?', text: (title) => `Ĉu ne pľu „${title}“?`, button: 'Ješ' },
    done: { heading: 'Haľtita', text: (title) => `Ne pľu „${title}“.` },
    titles: { 'key.shared': 'Šloŝilo' },
  },
  previewGone: { title: 'Pŕovo', text: 'For.' },
}
const languages = { ...mailLanguages, eo: made }
const asked = { event: 'key.shared', nonce: 'n', languages: 'eo-EO,eo;q=0.9,en;q=0.5' } as const

test('a third language of the server is one object: its mails, the frame around them, and the pages that no screen draws', () => {
  const mails = systemTranslationsIn(languages).filter(({ language }) => language === 'eo')
  expect(mails).toHaveLength(Object.keys(german.templates).length)
  expect(mails.every(({ subject, html_content: html }) => subject.startsWith('Ťema') && html.startsWith('<p>Ťekst'))).toBe(true)
  expect(wordsIn('eo-EO', languages).footer).toEqual(made.footer)
  expect(unsubscribePage(asked, languages)).toMatch(/<html lang="eo">[^]*Ĉu ne pľu „Šloŝilo“\?[^]*<button>Ješ<\/button>/)
  expect(unsubscribedPage(asked, languages)).toMatch(/<html lang="eo">[^]*Ne pľu „Šloŝilo“\./)
  expect(wordsFor(asked.languages, languages).words.previewGone).toEqual(made.previewGone)
})

test('it changes nothing for readers of others, and one that is not there is English', () => {
  expect(systemTranslationsIn(languages).filter(({ language }) => language !== 'eo')).toEqual(systemTranslations)
  expect(unsubscribePage({ ...asked, languages: 'de' }, languages)).toContain('<html lang="de">')
  expect(unsubscribePage(asked)).toContain('<html lang="en">')
})

test('a language that leaves out a mail is refused when it is put together, by the name of the mail', () => {
  const { 'pin.reset': _, ...templates } = made.templates
  expect(() => systemTranslationsIn({ eo: { ...made, templates } })).toThrow('The template pin-reset has no text in eo.')
})
