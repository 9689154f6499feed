import { useEffect, useState } from 'react'

const held = new Map<string, string>()

/**
 * The token of a one-time link's fragment. It leaves the address bar and the history at once, lest it be seen, bookmarked or restored,
 * and stays in memory for as long as the page does.
 */
function takeLinkToken(): string | undefined {
  const { hash, pathname } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('token')
  if (token) {
    held.set(pathname, token)
    window.history.replaceState(window.history.state, '', pathname)
  }
  return held.get(pathname)
}

/** The token of the link that led to this screen; another link to it that is opened in the same tab brings another one. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(takeLinkToken)
  useEffect(() => {
    const take = () => setToken(takeLinkToken())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
