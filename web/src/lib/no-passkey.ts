/** The browser gave or made no passkey. `message` may be shown. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}
