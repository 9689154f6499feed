import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailLanguages, type MailLanguages, wordsFor, wordsIn } from '../../mail-design/languages/languages.ts'
import { readCatalogues } from '../../mail-design/languages/read-catalogue.ts'
import { renderMail } from '../../mail-design/markup/render.ts'
import { systemTemplates } from '../../mail-design/templates/system-templates.ts'
import { systemTranslations, systemTranslationsIn } from '../../mail-design/templates/system-translations.ts'
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts'

/** A language that nobody has yet is one file in the folder: German with another letter in each sentence. */
let folder = ''
const fileOf = (tag: string) => join(folder, `${tag}.po`)
const asked = { event: 'key.shared', nonce: 'n', languages: 'eo-EO,eo;q=0.9,en;q=0.5' } as const

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locales-'))
  await cp(join(import.meta.dirname, '..', '..', '..', '..', 'locales'), folder, { recursive: true })
  await writeFile(fileOf('eo'), (await readFile(fileOf('de'), 'utf8')).replaceAll(/^msgstr "(?=[^"])/gm, 'msgstr "Ť'))
})
afterAll(() => rm(folder, { recursive: true }))

const languages = (): MailLanguages => readCatalogues(folder)
const inEo = (there = languages()) => systemTranslationsIn(there).filter(({ language }) => language === 'eo')

test('one file makes a language of the server: its e-mails, the frame around them, and the pages that no screen draws', () => {
  expect(inEo()).toHaveLength(systemTemplates.length)
  expect(inEo().every(({ subject, html_content: html }) => /^(?:Ť|\{\{)/.test(subject) && /<h1>(?:Ť|\{\{)/.test(html))).toBe(true)
  expect(wordsIn('eo-EO', languages()).footer).toEqual({
    sentBy: 'ŤGesendet von',
    unsubscribe: 'ŤE-Mails dieser Art abbestellen',
    unsubscribeInText: 'ŤAbbestellen',
  })
  expect(unsubscribePage(asked, languages())).toMatch(
    /<html lang="eo">[^]*ŤMöchten Sie E-Mails zu „Ť[^“]+“[^]*<button>ŤAbbestellen<\/button>/,
  )
  expect(unsubscribedPage(asked, languages())).toMatch(/<html lang="eo">[^]*ŤSie erhalten keine E-Mails zu „Ť/)
  expect(wordsFor(asked.languages, languages()).words.previewGone.title).toBe('ŤVorschau')
})

test('its dates are written as in it, without a format in its file', () => {
  const template = inEo().find(({ slug }) => slug === 'user-email-verification')
  if (template === undefined) throw new Error('There is no such mail.')
  const mailIn = (language: string) =>
    renderMail({
      template: { ...template, text_content: null },
      data: { 'link.expires_at': '2026-03-05T14:05:00Z', 'user.name': 'Ann' },
      appName: 'Twofold',
      appUrl: 'https://vault.example.org',
      language,
    }).text
  expect(mailIn('eo')).toMatch(/2026-marto-05|5-a de marto 2026/i)
  expect(mailIn('fr')).toContain('5 mars 2026 à 14:05 UTC')
  expect(mailIn('de')).toContain('5. März 2026 um 14:05 UTC')
  expect(mailIn('en')).toContain('5 March 2026, 14:05 UTC')
})

test('it changes nothing for readers of others, and one that is not there is English', () => {
  expect(systemTranslationsIn(languages()).filter(({ language }) => language !== 'eo')).toEqual(systemTranslations)
  expect(Object.keys(mailLanguages)).toEqual(['de'])
  expect(unsubscribePage({ ...asked, languages: 'de' }, languages())).toContain('<html lang="de">')
  expect(unsubscribePage(asked)).toContain('<html lang="en">')
})

test('an e-mail of which a sentence is not translated stays in English as a whole, and other words are English one by one', async () => {
  const whole = await readFile(fileOf('eo'), 'utf8')
  await writeFile(fileOf('eo'), whole.replace(/(msgid "Your PIN was reset"\nmsgstr ").*"/, '$1"').replace('"ŤGesendet von"', '""'))
  const there = languages()
  await writeFile(fileOf('eo'), whole)
  expect(inEo(there).map(({ slug }) => slug)).not.toContain('pin-reset')
  expect(inEo(there)).toHaveLength(systemTemplates.length - 1)
  expect(wordsIn('eo', there).footer).toMatchObject({ sentBy: 'Sent by', unsubscribeInText: 'ŤAbbestellen' })
})

test('a file that is no catalogue is no language', async () => {
  await writeFile(join(folder, 'notes.txt'), 'msgctxt "mail"')
  await writeFile(join(folder, 'de.po.orig'), 'msgctxt "mail"')
  expect(Object.keys(languages())).toEqual(['de', 'eo'])
})
