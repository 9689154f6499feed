let held: string | undefined

/**
 * The token of the set-up link's fragment. It leaves the address bar and the history at once, lest it be seen, bookmarked or restored,
 * and stays in memory for as long as the page does.
 */
export function takeSetupToken(): string | undefined {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token')
  if (token) {
    held = token
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  return held
}
