/**
 * Texts of the installed application's manifest. `web-manifest.ts` reads them at build time, in every language: Lingui finds them by the marks.
 */
export const manifestTexts = {
  description: /*i18n*/ { id: 'manifest.description', message: 'A self-hosted vault for two-factor keys that people share' },
  add: /*i18n*/ { id: 'manifest.add', message: 'Add 2FA key' },
  import: /*i18n*/ { id: 'manifest.import', message: 'Import keys' },
  groups: /*i18n*/ { id: 'manifest.groups', message: 'Groups' },
  codes: /*i18n*/ { id: 'manifest.codes', message: 'The codes of your own keys and of those that others share with you' },
  adding: /*i18n*/ { id: 'manifest.adding', message: 'Adding a key' },
}
