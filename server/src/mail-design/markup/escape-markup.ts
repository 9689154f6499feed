const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00A0': '&nbsp;' }
const replaced = (characters: RegExp) => (text: string) => text.replace(characters, (character) => names[character] ?? character)

/** How texts and values of attributes stand in the mails that leave. `<` and `>` are escaped in attributes too, so that no `>` in a mail is anything but the end of a tag or comment. */
export const escapeText = replaced(/[&<>\u00A0]/g)
export const escapeAttribute = replaced(/[&"<>\u00A0]/g)
