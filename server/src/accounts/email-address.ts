/** The form under which an address is unique: case and Unicode composition do not make another account. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().toWellFormed()
}
