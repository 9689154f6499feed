/** Ends an upgrade. The message says in sentences what is wrong, what runs now, and what to do. */
export class UpgradeError extends Error {
  override name = 'UpgradeError'
}
