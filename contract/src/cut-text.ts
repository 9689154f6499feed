const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Code units of a character as people see it; a longer one is many marks piled on one letter. */
const longestCharacter = 64

/**
 * The beginning of a text, of at most `max` code units and whole characters: PostgreSQL refuses half a surrogate pair in JSON, and half an emoji is a
 * different one. A joiner at the end is cut as well, since names may not end with one.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const at = characters.segment(text.slice(0, max + longestCharacter)).containing(max)?.index ?? 0
  const end = max - at < longestCharacter ? at : max
  return text.slice(0, end).replace(/[\uD800-\uDBFF\u200C\u200D]+$/, '')
}
