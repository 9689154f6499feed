import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { contractSentencesExtractor } from './contract-sentences-extractor.ts'
import { extensionSentencesExtractor } from './extension-sentences-extractor.ts'
import { mailSentencesExtractor } from './mail-sentences-extractor.ts'

// English is the source: its sentences are in the code, and its catalogue is the base for translators. Another language is a file beside it
// (docs/translating.md); then `npm run i18n --workspace web`.
const locales: string[] = readdirSync(join(import.meta.dirname, '..', 'locales')).flatMap((name) => /^(.+)\.po$/.exec(name)?.[1] ?? [])

export default defineConfig({
  sourceLocale: 'en',
  locales,
  // Line numbers would change the catalogue with every edit.
  format: formatter({ lineNumbers: false }),
  extractors: [contractSentencesExtractor, mailSentencesExtractor, extensionSentencesExtractor, babelExtractor],
  catalogs: [
    {
      path: '<rootDir>/../locales/{locale}',
      include: [
        '<rootDir>/src',
        '<rootDir>/../contract/src/sentences/translated.ts',
        '<rootDir>/../server/scripts/list-mail-sentences.ts',
        '<rootDir>/../extension/public/_locales/en/messages.json',
      ],
      exclude: ['**/*.test.*', '<rootDir>/src/screens/dev/**'],
    },
  ],
})
