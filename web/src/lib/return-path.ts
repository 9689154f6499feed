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
/** The default target of a sign-in: not worth remembering, and the server may know better. */
const ordinary = '/dashboard'

let isInVault = (_pathname: string) => false

/** Registers which paths are screens behind the sign-in. Set once, in the router: a new screen cannot be forgotten here. */
export function knowTheVault(check: (pathname: string) => boolean): void {
  isInVault = check
}

/** A screen for people who are not signed in, or no screen: nobody is redirected from it, or back to it. */
export const isOutsideTheVault = (pathname: string) => !isInVault(pathname)

/**
 * Keeps the place at which a session ended, so that the next sign-in in this tab leads back to it. `user`: whose session it was; somebody else is
 * not led there. Without one, somebody came to the place who was not signed in.
 */
export function rememberReturnPath(location: { pathname: string; search: string; hash: string }, user?: string): void {
  if (isOutsideTheVault(location.pathname) || (user === undefined && location.pathname === ordinary)) return
  const path = `${location.pathname}${location.search}${location.hash}`
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path, user }))
  } catch {
    // Without session storage the sign-in leads to the dashboard.
  }
}

/** The place remembered for `user`, which is forgotten by asking. */
export function takeReturnPath(user: string | undefined): string | undefined {
  try {
    const { path, user: whose } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { path?: unknown; user?: unknown }
    sessionStorage.removeItem(storageKey)
    if (typeof path !== 'string' || (whose !== undefined && whose !== user)) return undefined
    const inside = sameOriginPath(path, window.location.origin)
    return inside !== undefined && isInVault(new URL(inside, window.location.origin).pathname) ? inside : undefined
  } catch {
    return undefined
  }
}
