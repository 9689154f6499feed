import { useEffect, useState } from 'react'

const held = new Map<string, string>()

/**
 * The token in a one-time link's fragment. It is removed from the address bar and the history at once, so that it cannot be seen, bookmarked or
 * restored, and stays in memory as long as the page.
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
