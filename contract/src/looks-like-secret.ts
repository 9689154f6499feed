/**
 * Whether a name looks like a pasted secret: one word of 16 or more Base32 letters including a digit. Parts of an e-mail address do not count.
 */
export function looksLikeSecret(text: string): boolean {
  const shown = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const words = shown.match(/(?<![\p{L}\p{N}@])[A-Z2-7]{16,}(?![\p{L}\p{N}@])/giu) ?? []
  return words.some((word) => /[2-7]/.test(word))
}
