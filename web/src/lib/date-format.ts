import { i18n } from '@lingui/core'

/**
 * A way to write dates, as they are written where the reader is. Made when it is first used: a browser takes longer for the first one than for
 * all else that our scripts do when they arrive.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: string | number) => string {
  let format: Intl.DateTimeFormat | undefined
  let madeFor: I18nLocales
  return (time) => {
    const locales = i18n.locales ?? i18n.locale
    if (format === undefined || madeFor !== locales) format = new Intl.DateTimeFormat(locales, options)
    madeFor = locales
    return format.format(new Date(time))
  }
}

type I18nLocales = typeof i18n.locales
