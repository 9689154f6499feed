import { useEffect, useState } from 'react'
import { takeLinkToken } from './link-token.ts'

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
