/**
 * `path` when it leads somewhere inside this application, else undefined. An address such as `//evil.example` or `/\evil.example` begins
 * with a slash and still leaves the site, so the browser's own parser decides, not a pattern.
 */
export function sameOriginPath(path: string | null | undefined, origin: string): string | undefined {
  if (!path?.startsWith('/')) return undefined
  try {
    const url = new URL(path, origin)
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined
  } catch {
    return undefined
  }
}

const storageKey = 'return_to'
const outside = new Set(['/login', '/login2', '/setup', '/verify-email', '/reset-password', '/invite', '/second-step', '/new-password'])
/** Where a sign-in leads anyway: not worth remembering, and the server may know better. */
const ordinary = new Set(['/', '/dashboard'])

/** A screen for people who are not signed in: nobody is sent away from it, and nobody is led back to it. */
export const isOutsideTheVault = (pathname: string) => outside.has(pathname)

/** Keeps the place at which a session ended, so that the next sign-in in this tab leads back to it. */
export function rememberReturnPath(location: { pathname: string; search: string; hash: string }): void {
  if (ordinary.has(location.pathname) || isOutsideTheVault(location.pathname)) return
  try {
    sessionStorage.setItem(storageKey, `${location.pathname}${location.search}${location.hash}`)
  } catch {
    // Without session storage the sign-in leads to the dashboard.
  }
}

/** The remembered place, which is forgotten by asking. */
export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return sameOriginPath(path, window.location.origin)
  } catch {
    return undefined
  }
}
