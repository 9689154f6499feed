const cookieName = 'XSRF-TOKEN'

/** The token of the XSRF pair: the server sets the cookie, and writes repeat it in a header. Undefined while there is no cookie. */
export function readXsrfToken(cookies: string = document.cookie): string | undefined {
  const prefix = `${cookieName}=`
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(prefix))
  if (pair === undefined || pair.length === prefix.length) return undefined
  try {
    return decodeURIComponent(pair.slice(prefix.length))
  } catch {
    return undefined
  }
}
