import { returnLinkToken } from './link-token.ts'

/** Loads the page again as it is: the one-time link that led to it still works. */
export function reloadPage(): void {
  returnLinkToken()
  window.location.reload()
}
