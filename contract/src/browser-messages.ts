/** The context (`msgctxt`) of the browser extension's sentences in `locales/<tag>.po`. */
export const extensionContext = 'extension'

/** A message of `_locales` as translators get it: `$VALUE0$` is `{value0}`, as in the sentences of the pages. */
export const asPattern = (message: string): string => message.replaceAll(/\$([A-Z0-9]+)\$/g, (_, name: string) => `{${name.toLowerCase()}}`)

/** The opposite of `asPattern`. */
export const asBrowserMessage = (pattern: string): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}$`)
