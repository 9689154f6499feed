/** The browser gave no passkey. `message` may be shown. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}
