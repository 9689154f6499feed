import { cutText } from '@twofold/contract/cut-text'
import { liquidFilters, liquidTags } from '@twofold/contract/mail-design/liquid'
import { Liquid, type Template } from 'liquidjs'
import { speak, spokenElsewhere } from '../../platform/spoken.ts'
import { createLru } from './lru.ts'
import { languageOfMail, registerDate } from './liquid-dates.ts'
import { asHtml, asHtmlLines, asLine, asLines } from './liquid-values.ts'
import { anyMark, createMarks, type MarkedHtml } from './marks.ts'
import { quoteAttributes } from './quote-attributes.ts'
import { excessOf } from './template-bounds.ts'
import { TemplateError } from './template-error.ts'

/**
 * Liquid, reduced to what e-mails need. Removed are tags that bypass escaping (`echo`, `cycle`, `liquid`, `raw`, `tablerow`), read files (`include`,
 * `render`, `layout`), or are useless here (`capture`, `increment`); and every filter that is not listed.
 */
const allowedTags = new Set<string>(liquidTags)
const allowedFilters = new Set(liquidFilters)

export const templateLengthMax = 256 * 1024
/** Characters that one template may become. */
const outputLengthMax = 1024 * 1024
/** Items and characters that loops and filters may go through in one rendering. How long it takes, its thread decides, by processor time. */
const memoryLimit = 200_000
/** Values of variables. Names are dotted: `user.name`. */
export type MailData = Readonly<Record<string, string | number | boolean | null | undefined>>

function createEngine(outputEscape: (value: unknown) => string, lines: (value: unknown) => string, catchAllErrors = false) {
  const engine = new Liquid({
    outputEscape,
    catchAllErrors,
    strictFilters: true,
    strictVariables: false,
    ownPropertyOnly: true,
    templates: {}, // replaces the file system, should a tag ever read a file
    parseLimit: templateLengthMax,
    memoryLimit,
    locale: 'en',
    timezoneOffset: 0,
    dateFormat: '%-d %B %Y, %H:%M UTC',
  })
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) if (!allowedFilters.has(filter)) delete engine.filters[filter]
  // Exempt from the escaping that follows the last filter, because it escapes by itself.
  engine.registerFilter('newline_to_br', { raw: true, handler: lines })
  registerDate(engine)
  return engine
}

const marks = createMarks()
const html = createEngine(asHtml, asHtmlLines)
const markedHtml = createEngine(marks.mark, marks.markLines)
const text = createEngine(asLine, asLines)
/** Goes on after the first error, to name them all. */
export const checkingEngine = createEngine(asHtml, asHtmlLines, true)

/** For `html_content`: values from `data` are escaped for element content and attributes, quoted or not. Unknown variables are empty. */
export function renderHtml(source: string, data: MailData, language?: string): string {
  return run(html, source, data, language)
}

/**
 * The same with marks in place of all values except those in `same`. Undefined if values and marks could not be distinguished afterwards: then use
 * `renderHtml`.
 */
export function renderMarkedHtml(source: string, data: MailData, same: readonly string[], language: string): MarkedHtml | undefined {
  // Its result counts as escaped, so any later operation but output would process marks.
  if (anyMark.test(source) || /newline_to_br(?!\s*-?\}\})/.test(source)) return undefined
  const marked = marks.collect(same, () => run(markedHtml, source, data, language))
  if (marked !== undefined && marked.length > outputLengthMax) throw new TemplateError(speak('markup.becomes_too_long'))
  return marked
}

/** For `text_content`: nothing is escaped, and a value stays on one line. */
export function renderText(source: string, data: MailData, language?: string): string {
  return run(text, source, data, language)
}

/** One line without control characters, at most 998 characters (RFC 5322 §2.1.1). */
export function renderSubject(source: string, data: MailData, language?: string): string {
  const subject = asLine(run(text, source, data, language)).trim()
  return cutText(subject.toWellFormed(), 998)
}

/** Parsing takes several times as long as rendering. */
const parsed = new Map([html, markedHtml, text].map((engine) => [engine, createLru<Template[]>(50)]))

function parse(engine: Liquid, source: string): Template[] {
  const make = () => {
    const excess = excessOf(source)
    if (excess !== undefined) throw new TemplateError(excess.message)
    return engine.parse(engine === text ? source : quoteAttributes(source))
  }
  return parsed.get(engine)?.get(source, make) ?? make()
}

function run(engine: Liquid, source: string, data: MailData, language = 'en'): string {
  try {
    const output: unknown = engine.renderSync(parse(engine, source), expandData(data), { globals: { [languageOfMail]: language } })
    if (typeof output !== 'string') return ''
    if (output.length > outputLengthMax) throw new TemplateError(speak('markup.becomes_too_long'))
    return output
  } catch (error) {
    if (error instanceof TemplateError) throw error
    throw new TemplateError(error instanceof Error ? spokenElsewhere(error.message) : speak('markup.unrendered'))
  }
}

/** `{ 'user.name': … }` → `{ user: { name: … } }`, of objects without prototype: nothing can be reached that is not data. */
export function expandData(data: MailData): object {
  const root = emptyBranch()
  for (const [name, value] of Object.entries(data)) {
    const path = name.split('.')
    const last = path.pop() ?? name
    let place: Branch | undefined = root
    for (const step of path) place = place && branch(place, step)
    if (place && !(last in place)) place[last] = value
  }
  return root
}

interface Branch {
  [name: string]: MailData[string] | Branch
}

function emptyBranch(): Branch {
  return Object.create(null) as Branch
}

/** Undefined if a value is there already: `{ a: …, 'a.b': … }` keeps the first. */
function branch(place: Branch, step: string): Branch | undefined {
  const next = (place[step] ??= emptyBranch())
  return typeof next === 'object' ? next : undefined
}
