import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * docs/translating.md, "Adding a language", step by step, with a language that does not exist, on a part of the pages: a copy of the texts of the
 * import, since all pages would take a minute.
 */
const web = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
let copy = ''
const catalogue = () => join(copy, 'locales', 'eo.po')
// The settings of the tests name the real catalogue, and are no concern of these programs.
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
const node = (...input: string[]) =>
  run(process.execPath, input, { cwd: join(copy, 'web'), env: environment }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, text: stdout + stderr }
    },
  )

/** Step 2. */
const extract = () => node(join(web, '..', 'node_modules', '@lingui', 'cli', 'dist', 'lingui.js'), 'extract', '--clean')
/** Step 3, as `npm run check` does it. */
const check = () => node('check-translations.ts')

beforeAll(async () => {
  // Below the packages, so that they are found, and where git does not look.
  const cache = join(web, '..', '.cache')
  await mkdir(cache, { recursive: true })
  copy = await mkdtemp(join(cache, 'third-language-'))
  for (const file of [
    'lingui.config.ts',
    'check-translations.ts',
    'translation-problems.ts',
    'mail-problems.ts',
    'contract-sentences-extractor.ts',
    'schema-messages.ts',
    'mail-sentences-extractor.ts',
    'extension-sentences-extractor.ts',
    'package.json',
  ])
    await cp(join(web, file), join(copy, 'web', file))
  await mkdir(join(copy, 'locales'))
  await writeFile(join(copy, 'locales', 'en.po'), '')
  // The sentences of the server, which are in the same file.
  await symlink(join(web, '..', 'contract'), join(copy, 'contract'))
  await symlink(join(web, '..', 'server'), join(copy, 'server'))
  await symlink(join(web, '..', 'extension'), join(copy, 'extension'))
  for (const name of (await readdir(join(web, 'src', 'transfer'))).filter((one) => /^(?:Import\w+\.tsx|transfer-texts\.ts)$/.test(one)))
    await cp(join(web, 'src', 'transfer', name), join(copy, 'web', 'src', name))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test('an empty file is all that a language needs to be found, and the check names each sentence that it lacks', async () => {
  await writeFile(catalogue(), '')
  expect((await extract()).text).toContain('eo')
  const empty = await check()
  expect(empty.code).toBe(1)
  expect(empty.text).toMatch(/locales\/eo\.po: not translated\n {2}This password is wrong\. Please try again\./)

  await writeFile(catalogue(), accented(await readFile(catalogue(), 'utf8')))
  expect(await check()).toEqual({ code: 0, text: '' })

  const whole = await readFile(catalogue(), 'utf8')
  await writeFile(catalogue(), whole.replace(/(msgid "This password is wrong[^"]*"\nmsgstr ")[^"]*/, '$1'))
  const one = await check()
  expect([one.code, one.text.match(/not translated/g)?.length]).toEqual([1, 1])
  await writeFile(catalogue(), whole)
})

test('its sentences are shown with their values and plurals', async () => {
  const messages = Object.fromEntries(pairs(await readFile(catalogue(), 'utf8')).map(([english, text]) => [english, compileMessage(text)]))
  const i18n = setupI18n({ locale: 'eo', messages: { eo: messages } })
  expect(i18n._('This password is wrong. Please try again.')).toBe('Thís pásswórd ís wróng. Pléásé try ágáín.')
  const plural = Object.keys(messages).find((message) => /^\{\w+, plural, one/.test(message)) ?? ''
  const name = /^\{(\w+),/.exec(plural)?.[1] ?? ''
  expect(i18n._(plural, { [name]: 1 })).toMatch(/[áéíóú]/)
  expect(i18n._(plural, { [name]: 1 })).not.toBe(i18n._(plural, { [name]: 2 }))
})

test('the server says its part of the same file: every e-mail, and the page of unsubscribe links', async () => {
  const program = `
    import { readCatalogues } from './server/src/mail-design/languages/read-catalogue.ts'
    import { systemTemplates } from './server/src/mail-design/templates/system-templates.ts'
    import { systemTranslationsIn } from './server/src/mail-design/templates/system-translations.ts'
    import { unsubscribePage } from './server/src/mail-rules/preferences/unsubscribe-page.ts'
    const languages = readCatalogues('locales')
    const mails = systemTranslationsIn(languages)
    console.log(JSON.stringify({
      languages: Object.keys(languages),
      lacking: systemTemplates.map(({ slug }) => slug).filter((slug) => mails.every((mail) => mail.slug !== slug)),
      english: mails.filter(({ subject }) => /\\p{L}{4}/u.test(subject.replaceAll(/\\{[{%].*?[%}]\\}/g, '')) && !/[áéíóú]/.test(subject)).map(({ slug }) => slug),
      page: unsubscribePage({ event: 'key.shared', languages: 'eo', nonce: '' }, languages),
    }))`
  const { stdout: text } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: copy, env: environment })
  const { page, ...server } = JSON.parse(text) as { page: string }
  expect(server).toEqual({ languages: ['eo'], lacking: [], english: [] })
  expect(page).toMatch(/<html lang="eo">[^]*Stóp é-máíls ábóút “[^”]*”\?/)
})

const entry = /^(msgctxt "mail"\n)?msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm
const textOf = (lines: string) => [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('')
const pairs = (file: string) =>
  [...file.matchAll(entry)]
    .filter(([, context]) => context === undefined)
    .map(([, , english = '', text = '']) => [textOf(english), textOf(text)] as const)
    .filter(([english]) => english !== '')

/** Every sentence with an accent on each vowel outside of placeholders, tags and the words of plurals. */
function accented(file: string): string {
  return file.replaceAll(entry, (whole, context: string | undefined, english: string) => {
    const text = textOf(english)
    if (text === '') return whole
    return `${context ?? ''}msgid ${english}msgstr ${JSON.stringify(accent(text))}\n`
  })
}

const vowels = new Map(['aá', 'eé', 'ií', 'oó', 'uú'].map(([plain = '', other = '']) => [plain, other]))

function accent(text: string): string {
  const kept = /\{\{.*?\}\}|\{%.*?%\}|\{\w+, plural,|\b(?:one|other|=\d+) \{|\{\w+\}|<\/?\d+\/?>/g
  let at = 0
  let out = ''
  for (const found of text.matchAll(kept)) {
    out += vowelled(text.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return out + vowelled(text.slice(at))
}

const vowelled = (text: string) => text.replaceAll(/[aeiou]/g, (letter) => vowels.get(letter) ?? letter)
