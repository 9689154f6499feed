import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// English is the source: its sentences stay in the code, and its catalogue is what translators start from.
// A second language is its code here and in `locales` of src/lib/i18n.ts; then `npm run i18n -w web`.
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
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
