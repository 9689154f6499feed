const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00A0': '&nbsp;' }
const replaced = (characters: RegExp) => (text: string) => text.replace(characters, (character) => names[character] ?? character)

/** Escaping of texts and attribute values in finished e-mails. `<` and `>` are escaped in attributes too, so that every `>` ends a tag or comment. */
export const escapeText = replaced(/[&<>\u00A0]/g)
export const escapeAttribute = replaced(/[&"<>\u00A0]/g)
