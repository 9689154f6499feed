const held = new Map<string, string>()

/**
 * The token in a one-time link's fragment. It is removed from the address bar and the history at once, so that it cannot be seen, bookmarked or
 * restored, and stays in memory as long as the page.
 */
export function takeLinkToken(): string | undefined {
  const { hash, pathname } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('token')
  if (token) {
    held.set(pathname, token)
    window.history.replaceState(window.history.state, '', pathname)
  }
  return held.get(pathname)
}

/** Puts the token of this screen back into the address, for the page that is loaded next, which takes it again. */
export function returnLinkToken(): void {
  const { pathname, search } = window.location
  const token = held.get(pathname)
  if (token !== undefined) window.history.replaceState(window.history.state, '', `${pathname}${search}#${new URLSearchParams({ token })}`)
}
