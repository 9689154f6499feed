/** Comments (which hold Outlook's markup) and start tags of links; everything else stays as it is. */
const commentOrLink = /<!--[\s\S]*?-->|<a(?=[\s/])(?:[^>"']|"[^"]*"|'[^']*')*>/gi
const href = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i
const wantsNoTracking = /\s(?:ses:no-track|data-no-track)(?=[\s=/>])/i

/**
 * Routes the links of a rendered e-mail through `redirectTo(index)`. Exempt: links that are not on the web, links marked `data-no-track`, and links
 * that may grant access, since a one-time link must not appear in the log of a redirect.
 */
export function rewriteLinks(html: string, origin: string, redirectTo: (index: number) => string): { html: string; links: string[] } {
  const links: string[] = []
  const rewritten = html.replace(commentOrLink, (found) => {
    if (found.startsWith('<!--') || wantsNoTracking.test(found)) return found
    return found.replace(href, (whole: string, before: string, double?: string, single?: string, bare?: string) => {
      const target = targetOf(double ?? single ?? bare ?? '', origin)
      if (target === undefined) return whole
      links.push(target)
      return `${before}"${redirectTo(links.length - 1)}"`
    })
  })
  return { html: rewritten, links }
}

function targetOf(attribute: string, origin: string): string | undefined {
  const address = attribute.replace(/&(?:amp|#38|#x26);/gi, '&').trim()
  if (/&[a-z#][a-z0-9]*;/i.test(address)) return undefined // we might parse it differently from a mail program
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined
  return url.origin === new URL(origin).origin && mayOpenSomething(url) ? undefined : url.href
}

/** Whether one of our own addresses carries more than a location: a query, a fragment, or a part that looks like a token. */
function mayOpenSomething(url: URL): boolean {
  return url.search !== '' || url.hash !== '' || url.pathname.split('/').some((part) => part.length >= 20)
}
