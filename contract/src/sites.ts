import { parse } from 'tldts'

/*
 * Sites where codes of a key may be filled: an origin, `https://accounts.example.com` or with a port, or every host below one,
 * `https://*.example.com`. Do not import it in pages that must load fast: it includes the list of public suffixes.
 */

/** Reason why a text is not a valid site. `public_suffix`: strangers own hosts below it. */
export type SiteRefusal = 'invalid' | 'public_suffix'

const wildcard = '*.'

/** A site as it is kept, in lower case, with letters of other scripts in Punycode; or why the text is none. Without `https://` it is meant. */
export function readSite(text: string): { site: string } | { refusal: SiteRefusal } {
  const typed = text.trim()
  // A URL parser drops line breaks and tabs in silence, which would join two names into one.
  if (/\p{Cc}/u.test(typed)) return { refusal: 'invalid' }
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  const isWildcard = /^https:\/\/\*\./i.test(whole)
  const url = URL.parse(isWildcard ? whole.replace('://*.', '://') : whole)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return { refusal: 'invalid' }
  // A dot at the end names the same host in another way, which no page is compared with.
  if (url.hostname.includes('*') || url.hostname.endsWith('.')) return { refusal: 'invalid' }
  const { isIp, domain, publicSuffix, isIcann, isPrivate } = parse(url.hostname, { allowPrivateDomains: true })
  const isSuffix = domain === null && isIp !== true && publicSuffix !== null && (isIcann === true || isPrivate === true)
  if (isSuffix) return { refusal: 'public_suffix' }
  if (!isWildcard) return { site: url.origin }
  // For a host without a known suffix, such as `intranet`, the ownership of its subdomains is unknown.
  if (isIp === true || domain === null || (isIcann !== true && isPrivate !== true)) return { refusal: 'invalid' }
  return { site: url.origin.replace('://', `://${wildcard}`) }
}

/** Whether a page of `origin`, as the browser reports it, is on `site`. Ports are compared exactly. */
export function isOnSite(site: string, origin: string): boolean {
  const page = URL.parse(origin)
  if (page === null || page.protocol !== 'https:' || page.origin !== origin) return false
  if (!site.includes(`://${wildcard}`)) return site === origin
  const above = URL.parse(site.replace(`://${wildcard}`, '://'))
  return above !== null && page.port === above.port && page.hostname.endsWith(`.${above.hostname}`)
}
