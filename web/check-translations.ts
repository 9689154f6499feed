import { join } from 'node:path'
import { exit } from 'node:process'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { mailProblemsOf, serverContext } from './mail-problems.ts'
import { addressProblemsOf, problemsOf } from './translation-problems.ts'

/**
 * Fails where a sentence of the pages or of the server has no translation, where one was changed and not extracted, and where a translation has other placeholders,
 * tags or plurals than its sentence. Run by `npm run check`.
 */
async function check(): Promise<string[]> {
  const config = getConfig({ cwd: import.meta.dirname })
  const found: string[] = []
  for (const catalogue of await getCatalogs(config)) {
    const inCode = Object.keys((await catalogue.collect()) ?? {})
    for (const locale of config.locales as readonly string[]) {
      const file = join('locales', `${locale}.po`)
      const there = (await catalogue.read(locale)) ?? {}
      const source = (await catalogue.read(config.sourceLocale ?? 'en')) ?? {}
      const missing = inCode.filter((id) => there[id] === undefined)
      const unused = Object.keys(there).filter((id) => there[id]?.obsolete !== true && !inCode.includes(id))
      if (missing.length + unused.length > 0)
        found.push(`${file}: ${missing.length} sentences are missing and ${unused.length} are not used. Run npm run i18n --workspace web.`)
      if (locale === config.sourceLocale) continue
      for (const [id, { message = '', context }] of Object.entries(source)) {
        const translation = there[id]?.translation ?? ''
        const problems = context === serverContext ? mailProblemsOf(message, translation) : problemsOf(message, translation, locale)
        for (const problem of [...problems, ...addressProblemsOf(translation, locale)])
          found.push(`${file}: ${problem}\n  ${message}\n  ${translation}`)
      }
    }
  }
  return found
}

const found = await check()
if (found.length > 0) console.error(found.join('\n'))
exit(found.length > 0 ? 1 : 0)
