import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { systemThemes } from '../themes/system-themes.ts'
import { checkTemplate } from '../markup/check-template.ts'
import { renderMail } from '../markup/render.ts'
import { systemTemplates } from './system-templates.ts'
import { systemTranslations } from './system-translations.ts'
import { samplesOf } from './template-variables.ts'

const catalogue: Record<string, EventDefinition> = eventCatalogue
const mapped = Object.entries(catalogue).filter(([, definition]) => definition.mail !== undefined)

test('there is one for every mapped event, and for no other', () => {
  expect(systemTemplates.map(({ event }) => event).toSorted()).toEqual(mapped.map(([event]) => event).toSorted())
  expect(new Set(systemTemplates.map(({ slug }) => slug)).size).toBe(systemTemplates.length)
})

describe.each(systemTranslations)('$slug in $language', ({ slug, ...translation }) => {
  const template = systemTemplates.find((one) => one.slug === slug)
  const samples = samplesOf([template?.event ?? ''])
  const render = (texts: { subject: string; html_content: string }, language: string) =>
    renderMail({
      template: { ...texts, text_content: null },
      design: undefined,
      data: samples,
      appName: 'Twofold',
      appUrl: 'https://vault.example.org',
      language,
      unsubscribeUrl: 'https://vault.example.org/stop',
    })

  test('says what its template says: the same values, links and parts', () => {
    if (template === undefined) throw new Error(`There is no template ${slug}.`)
    for (const source of [translation.subject, translation.html_content]) expect(checkTemplate(source, Object.keys(samples))).toEqual([])
    const variables = ({ subject, html_content: html }: { subject: string; html_content: string }) =>
      [...new Set((subject + html).match(/\b(?:[a-z_]+\.[a-z_]+|reason)(?= *[|}=%)])/g))].toSorted()
    expect(variables(translation)).toEqual(variables(template))
    const shape = (html: string) => html.match(/<(?:h1|p|table|tr|a)\b(?: class="[^"]*")?/g)
    expect(shape(translation.html_content)).toEqual(shape(template.html_content))
    const { subject, html, text } = render(translation, translation.language)
    expect(subject.length).toBeLessThanOrEqual(90)
    expect(html).toContain('<html lang="de"')
    expect(text).toContain('Abbestellen: https://vault.example.org/stop')
    expect(html + text).not.toMatch(/Hello|Unsubscribe|Sent by|\{\{|\{%/)
  })
})

describe.each(systemTemplates)('$slug', (template) => {
  const definition = catalogue[template.event]
  const samples = samplesOf([template.event])
  const render = (design: (typeof systemThemes)[number]['design'] | undefined, data: Record<string, string | number> = samples) =>
    renderMail({ template, design, data, appName: 'Twofold', appUrl: 'https://vault.example.org', language: 'en' })

  test('has a slug, texts, and a description of each variable that its event has', () => {
    expect(template.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(template.slug.length).toBeLessThanOrEqual(64)
    expect(template.name && template.description && template.subject).not.toBe('')
    expect(Object.keys(template.variables).toSorted()).toEqual(Object.keys(samples).toSorted())
    expect(template.is_essential).toBe(definition?.class === 'account')
  })

  test('uses no variable, tag or filter that does not exist', () => {
    for (const source of [template.subject, template.html_content]) expect(checkTemplate(source, Object.keys(samples))).toEqual([])
  })

  test.each([...systemThemes.map(({ slug, design }) => [slug, design] as const), ['no theme', undefined] as const])(
    'is whole with %s',
    (_, design) => {
      const { subject, html, text } = render(design)
      expect(subject.trim()).not.toBe('')
      expect(subject.length).toBeLessThanOrEqual(80)
      expect(text.trim().length).toBeGreaterThan(80)
      expect(subject + html + text).not.toMatch(/\{\{|\{%|undefined|\[object|NaN/)
      expect(parseErrors(html)).toEqual([])
      // Gmail cuts e-mails off at 102 kB.
      expect(Buffer.byteLength(html)).toBeLessThan(102_000)
      expect(html).not.toMatch(/<(?:link|script|iframe|img|object|form)\b|url\(|@import|\ssrc=/i)
    },
  )

  test('reads well where a value is empty that may be', () => {
    const mayBeEmpty = (variable: string) => template.variables[variable]?.includes('empty')
    const data = Object.fromEntries(Object.entries(samples).map(([name, value]) => [name, mayBeEmpty(name) ? '' : value]))
    const { text } = render(undefined, data)
    expect(text).toContain('Hello there, ')
    // No label without its value; a button's label is followed by its address.
    expect(text).not.toMatch(/:\n(?!https:)| ,|\(\)/)
  })
})

function parseErrors(html: string): string[] {
  const errors: string[] = []
  parse(html, { onParseError: ({ code }) => errors.push(code) })
  return errors
}

test('the e-mails about a request lead to the pages where it is decided and stopped', () => {
  const contentOf = (event: string) => systemTemplates.find((template) => template.event === event)?.html_content
  expect(contentOf('admin.request.changed')).toContain('href="{{ app.url }}/admin/requests"')
  expect(contentOf('user.request.changed')).toContain('href="{{ app.url }}/profile"')
})

test('the owner of a key that a recipient left is not advised to ask the owner', () => {
  const template = systemTemplates.find(({ event }) => event === 'key.share.revoked')
  if (template === undefined) throw new Error('There is no such template.')
  const textOf = (reason: string) => {
    const data = { ...samplesOf([template.event]), 'share.reason': reason }
    return renderMail({ template, design: undefined, data, appName: 'Twofold', appUrl: 'https://vault.example.org', language: 'en' }).text
  }
  expect(textOf('revoked')).toMatch(/Shared by:?\s+Ann Example[^]*ask its owner/)
  expect(textOf('left')).toMatch(/Recipient:?\s+Ann Example/)
  expect(textOf('left')).not.toContain('ask its owner')
})

test('an invitation asks for the password alone: the PIN is chosen when it is first needed', () => {
  expect(systemTemplates.find(({ event }) => event === 'admin.user.created')?.html_content).not.toContain('PIN')
})

test.each([
  ['critical', 'Critical', 'Kritisch'],
  ['warning', 'Warning', 'Warnung'],
  ['info', 'Info', 'Hinweis'],
])('an alert that is %s says so in a word, in English and in German', (severity, english, german) => {
  const template = systemTemplates.find(({ event }) => event === 'admin.system.alert')
  const translation = systemTranslations.find(({ slug, language }) => slug === template?.slug && language === 'de')
  if (template === undefined || translation === undefined) throw new Error('There is no such template.')
  const data = { ...samplesOf([template.event]), 'alert.severity': severity }
  const shared = { design: undefined, data, appName: 'Twofold', appUrl: 'https://vault.example.org' }
  expect(renderMail({ ...shared, template, language: 'en' }).text).toMatch(new RegExp(`Severity:?\\s+${english}\\n`))
  expect(renderMail({ ...shared, template: { ...template, ...translation }, language: 'de' }).text).toMatch(
    new RegExp(`:?\\s+${german}\\n`),
  )
})
