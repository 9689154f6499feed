import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

/*
 * A state of a screen is reached in English. Then the same page is turned into other languages, as it follows another tab that chooses one
 * (web/src/lib/i18n.ts), so that every state is seen in each of them without being reached again.
 */

const catalogue = [
  ...readFileSync(new URL('../locales/de.po', import.meta.url), 'utf8').matchAll(
    /(?<!^msgctxt "mail"\n)^msgid ((?:".*"\s*)+)^msgstr ((?:".*"\s*)+)/gm,
  ),
].map(([, english = '', german = '']) => ({ english: textOf(english), german: textOf(german) }))

function textOf(lines: string): string {
  return [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('')
}

const hasWord = (text: string) => /\p{L}{3}/u.test(text)
/** A sentence as it stands on a page, where an element in it ends a text. */
const textsIn = (sentence: string) => sentence.split(/<\/?\d+\/?>/).map((part) => part.trim())

/** English texts without placeholders whose German is another one. */
const onlyEnglish = new Set(
  catalogue.flatMap(({ english, german }) =>
    english.includes('{') ? [] : textsIn(english).filter((text) => hasWord(text) && !german.includes(text)),
  ),
)

/** Every English text, with anything in the place of what is put into it. */
const anyEnglish = catalogue
  .flatMap(({ english }) => textsIn(english))
  .filter((text) => hasWord(text.replaceAll(/\{[^{}]*\}/g, '')) && !/\{\w+, plural/.test(text))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map(escape)
          .join('.+')}$`,
        's',
      ),
  )

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** From now on the page is German, with what it has from the server. */
export async function speakGerman(page: Page) {
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  // The listener is attached late.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de' })))
    await expect(page.locator('html')).toHaveAttribute('lang', 'de', { timeout: 1000 })
  }).toPass()
}

/**
 * A made-up language after German, from right to left: each vowel of a translated text has an accent, and dates are Arabic. A text of ours
 * without any accent was never translatable.
 */
export async function speakPseudo(page: Page) {
  await page.evaluate(pseudo)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
}

/** Runs in the page. A sentence is a list: texts, and placeholders as lists of their own, with the branches of plurals in an object. */
const pseudo = `(async () => {
  const mark = (token) => {
    if (typeof token === 'string') return token.replaceAll(/<[^>]*>|[aeiouäöü]/gi, (one) => (one.length > 1 ? one : one + '\\u0301'))
    const [name, type, format] = token
    return typeof format === 'object' && format !== null ? [name, type, markAll(format)] : token
  }
  const markOne = (text) => (Array.isArray(text) ? text.map(mark) : typeof text === 'string' ? mark(text) : text)
  const markAll = (texts) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, markOne(text)]))
  // A script that has run does not run again; it is only asked for what it hands out.
  const scripts = [...document.querySelectorAll('script[type=module][src], link[rel=modulepreload]')].map(({ src, href }) => src ?? href)
  for (const script of scripts) {
    const i18n = Object.values(await import(script)).find((one) => typeof one?.loadAndActivate === 'function')
    if (i18n === undefined) continue
    i18n.loadAndActivate({ locale: 'ar', locales: ['ar'], messages: markAll(i18n.messages) })
    document.documentElement.dir = 'rtl'
    return
  }
  throw new Error('No script hands out the texts.')
})()`

/** Keeps what the page sends and gets: the names that people gave, and what else is nobody's to translate. */
export function watchData(page: Page): () => string {
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.postData() ?? ''))
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) bodies.push(await response.text().catch(() => ''))
  })
  return () => withoutBlanks(bodies.join('\n').replaceAll('\\n', ' ')).replaceAll('\\"', '"')
}

const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()

/** Sentences that stand on the page in English although there are German ones. What the server calls something may be a name. */
export async function leftInEnglish(page: Page, data: string): Promise<string[]> {
  const texts = await textsOn(page)
  return texts.filter((text) => onlyEnglish.has(text) && !data.includes(`"${withoutBlanks(text)}"`))
}

/** Texts on a page in the made-up language that are the same in English, and no data. */
export async function neverTranslatable(page: Page, english: readonly string[], data: string): Promise<string[]> {
  const before = new Set(english)
  const texts = await textsOn(page)
  return texts.filter(
    (text) =>
      before.has(text) && text.split(/ ?· |, /).some((part) => isOfNobody(part, data)) && !anyEnglish.some((known) => known.test(text)),
  )
}

const properNames = /^(?:Twofold|Google|Facebook|Aegis|Amazon SES|Bitwarden|Chrome|Google Authenticator|KeePass|Steam|Zoho Mail)$/

/** Addresses, names of files and versions, digits, commands, code, the lines of an e-mail and what is not Latin. */
const isOfMachines = (text: string) =>
  /^\S*[\d@._:/]\S*$|^npm |=\S|[{}<>\n]/.test(text) || !/\p{Script=Latin}{3}/u.test(text.replace('UTC', ''))

const isOfNobody = (text: string, data: string) =>
  /[aeiou]/i.test(text) &&
  !text.includes('\u0301') &&
  !isOfMachines(text) &&
  !properNames.test(text) &&
  // Data may be cut where there is no room.
  !data.includes(withoutBlanks(text.replace(/…$/, ''))) &&
  // The name of an event in words.
  !data.includes(text.toLowerCase().replaceAll(' ', '.'))

/** Code, names of products, what has a language of its own, and where a sentence stays as it was said since it is neither drawn nor fetched again. */
const passedOver = 'code, pre, kbd, samp, [translate=no], [lang]:not(html), .ui-field-error, .ui-toast, [role=alert]'

/** All visible and accessible texts of the page. */
export const textsOn = (page: Page) =>
  page.evaluate((except) => {
    const isOurs = (element: Element | null) => element?.checkVisibility() === true && element.closest(except) === null
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (isOurs(node.parentElement)) found.add(node.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) if (isOurs(element)) found.add(element.getAttribute(name)?.trim() ?? '')
    return [...found].filter((text) => text !== '')
  }, passedOver)
