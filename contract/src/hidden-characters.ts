/**
 * Characters that show nothing, or that reverse the text around them. Left out are those that writing needs: variation selectors,
 * joiners, direction marks, the Mongolian vowel separator, and the tags of flags.
 */
export const hidden =
  /(?![\p{Variation_Selector}\u200C-\u200F\u061C\u180E\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u

/** Emoji and Persian need U+200C and U+200D, and only in the middle of a word or an emoji. */
export const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{Extended_Pictographic}])/u

export const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a name has no hidden or look-alike characters: two names that look the same must be the same. */
export function isWhatItLooksLike(text: string): boolean {
  return text.isWellFormed() && !hidden.test(text) && !strayJoiner.test(text) && (text.trim() === '' || visible.test(text))
}

/** An address may contain none of them, not even joiners: an address that looks like another one belongs to somebody else. */
export function isPlainAddress(address: string): boolean {
  return address.isWellFormed() && !/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029]/u.test(address)
}

export const hiddenInAddress = 'This address contains invisible characters. Please type it yourself.'

export const keyLinkRefusal = 'An otpauth link holds a secret, and this text is stored unencrypted. Add the link as a key instead.'

/** Whether the database can store the text as JSON and search for it: no NUL, and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
