/** A text as a search compares it: case and accents do not matter, and 'ß' is 'ss'. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
