/**
 * The form under which an address is unique: case and Unicode composition do not make another account. Hidden characters stay, so that an
 * address stored before they were refused is never taken for the one it looks like.
 */
export function normalizeEmail(email: string): string {
  return email
    .replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .normalize('NFC')
    .toLowerCase()
    .toWellFormed()
}

export const sameAddress = (one: string, other: string): boolean => normalizeEmail(one) === normalizeEmail(other)
