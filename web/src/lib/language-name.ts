/** 'German' for 'de', in the language of `locale`; the tag itself where the browser knows no name. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
