import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '@twofold/contract/error-catalogue'
import { expect, onTestFinished, test } from 'vitest'
import { translate, translateComplaints, translateErrors, translations } from '../scripts/messages.ts'

const extension = join(import.meta.dirname, '..')
const read = (...path: string[]) => readFile(join(extension, ...path), 'utf8')

test('the zip is small, and the same wherever and whenever it is made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-extension-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pack = (name: string, TZ: string) =>
    execFileSync(process.execPath, [join(extension, 'scripts/build.ts'), join(folder, 'files'), join(folder, name)], {
      env: { ...process.env, TZ },
    })
  pack('one.zip', 'UTC')
  pack('other.zip', 'Asia/Tokyo')
  const [one, other] = [await readFile(join(folder, 'one.zip')), await readFile(join(folder, 'other.zip'))]
  expect(one.equals(other)).toBe(true)
  expect((await stat(join(folder, 'one.zip'))).size).toBeLessThanOrEqual(200_000)
})

test('it may look at no page by itself, stands in none, and listens to none', async () => {
  const manifest = JSON.parse(await read('public/manifest.json')) as Record<string, unknown>
  expect(manifest['permissions']).toEqual(['activeTab', 'scripting', 'storage'])
  for (const name of ['host_permissions', 'content_scripts', 'externally_connectable', 'web_accessible_resources'])
    expect(manifest).not.toHaveProperty(name)
  const sources = await Promise.all(
    (await readdir(join(extension, 'src'))).filter((name) => !name.includes('.test.')).map((name) => read('src', name)),
  )
  expect(sources.join('\n')).not.toMatch(/onMessage|onConnect|allFrames|innerHTML|\.submit\(|requestSubmit/)
})

test('every sentence is there in every language, and no other sentence is', async () => {
  const sources = await Promise.all(['popup.ts', 'options.ts', 'codes.ts'].map((name) => read('src', name)))
  const used = new Set([
    'description',
    ...sources.flatMap((source) => [...source.matchAll(/(?:text|getMessage)\('(\w+)'/g)].map(([, name]) => name ?? '')),
  ])
  const english = JSON.parse(await read('public/_locales/en/messages.json')) as Parameters<typeof translate>[0]
  const languages: Record<string, typeof english> = { en: english, ...(await translations(english, join(extension, '../locales'))) }
  expect(Object.keys(languages)).toContain('de')
  for (const [language, messages] of Object.entries(languages)) {
    const own = Object.keys(messages).filter((name) => !/^(error|complaint)_/.test(name))
    expect([language, own.toSorted()]).toEqual([language, [...used].toSorted()])
  }
  const codes = Object.keys(catalogue).map((code) => `error_${code.replaceAll('.', '_')}`)
  expect(Object.keys(languages['de'] ?? {}).filter((name) => name.startsWith('error_'))).toEqual(codes)
})

test('sentences of the server come from the same catalogue, by their codes', () => {
  const po =
    'msgid "2FA key not found."\nmsgstr "Kein Schlüssel für $5."\n\nmsgctxt "mail"\nmsgid "Please sign in."\nmsgstr "Of an e-mail"\n'
  expect(translateErrors(po)).toEqual({ error_keys_not_found: { message: 'Kein Schlüssel für $$5.' } })
})

test('complaints about what people enter here are in every language of the catalogue', async () => {
  const complaints = translateComplaints(await readFile(join(extension, '../locales/de.po'), 'utf8'))
  expect(Object.keys(complaints)).toEqual([
    'complaint_PIN_is_required',
    'complaint_PIN_must_be_exactly_digits',
    'complaint_Too_many_entries_Maximum_',
  ])
  expect(complaints['complaint_Too_many_entries_Maximum_']?.message).toContain('{number}')
})

test('a language is a file: its sentences have their values, and what it lacks is left to English', () => {
  const english = { hello: { message: 'Hello $VALUE0$', placeholders: { value0: { content: '$1' } } }, bye: { message: 'Bye' } }
  const po = 'msgctxt "extension"\nmsgid "Hello {value0}"\nmsgstr "Saluton, {value0}"\n\nmsgid "Bye"\nmsgstr "Of the pages"\n'
  expect(translate(english, po)).toEqual({ hello: { ...english.hello, message: 'Saluton, $VALUE0$' } })
})
