/* APIs of both browsers and Node.js beyond ECMAScript that the contract uses. The full types of either are left out, so that nothing else is used. */

interface URL {
  readonly hostname: string
  readonly origin: string
  readonly password: string
  readonly port: string
  readonly protocol: string
  readonly username: string
}
// oxlint-disable-next-line no-var -- so that it may stand beside the one of a browser
declare var URL: { parse(text: string): URL | null }
