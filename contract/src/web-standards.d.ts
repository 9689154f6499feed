/* What browsers and Node.js have in addition to ECMAScript, as far as the contract uses it: without the types of either, nothing else gets in. */

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
