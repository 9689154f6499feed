import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// English is the source: its sentences stay in the code, and its catalogue is what translators start from.
// Another language is a folder beside that one (docs/translating.md); then `npm run i18n --workspace web`.
export default defineConfig({
  sourceLocale: 'en',
  locales: readdirSync(join(import.meta.dirname, 'src', 'locales')),
  // Without line numbers, which would change the catalogue with every edit.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/messages',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', '<rootDir>/src/screens/dev/**'],
    },
  ],
})
