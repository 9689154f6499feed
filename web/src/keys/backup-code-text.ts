/** Markers that services print before a code: a number, a bullet, a box to tick. */
const marker = /^(?:\d{1,2}[.):]|[-*•▪☐□])\s+/u

/**
 * The codes in a pasted text, in order and each once. One in a line, or several with commas, tabs or wide gaps between them: a single space
 * is a part of the code, as Google prints them.
 */
export function readBackupCodes(text: string): string[] {
  const codes = text
    .split(/[\r\n\t,;]| {2,}/)
    .map((part) => part.trim().replace(marker, '').trim())
    .filter(Boolean)
  return [...new Set(codes)]
}
