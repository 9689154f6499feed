/** Marks that are accents, not letters of their own: of Latin, Greek, Cyrillic, Hebrew, Arabic and kana, and those around symbols. */
const accents =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f]+/g

/** Letters that Unicode does not take apart, as people type them without their keyboard. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

/**
 * A text as a search compares it and a list orders it: case and accents do not matter, and 'ß' is 'ss'. The function `plain_text` of the database is the
 * same rule (migration 0362).
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßæœþłøđðħŧıς]/g, (letter) => plainLetters[letter] ?? letter)
