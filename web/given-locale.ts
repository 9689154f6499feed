import type { Plugin } from 'vite'

const module = /[\\/]react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]useDefaultLocale\.mjs$/

/**
 * Takes out how React Aria finds the browser's language, which our `I18nProvider` overrules (`shell/WidgetSetup.tsx`). It asks `Intl` while the
 * scripts are evaluated, and the first such question takes a phone 50 ms.
 */
export function givenLocale(): Plugin {
  return {
    name: 'given-locale',
    apply: 'build',
    transform: {
      filter: { id: module },
      handler(code) {
        if (!/as getDefaultLocale, \S+ as useDefaultLocale\}/.test(code))
          this.error('React Aria finds the locale in another way than it did.')
        return {
          code: `export const getDefaultLocale = () => ({ locale: 'en-US', direction: 'ltr' })\nexport const useDefaultLocale = getDefaultLocale`,
          map: null,
        }
      },
    },
  }
}
