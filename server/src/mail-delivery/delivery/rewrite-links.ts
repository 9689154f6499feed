/** Comments (Outlook's own markup is in them) and the start tags of links; everything else of a mail stays as it is. */
const commentOrLink = /<!--[\s\S]*?-->|<a(?=[\s/])(?:[^>"']|"[^"]*"|'[^']*')*>/gi
const href = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i
const wantsNoTracking = /\s(?:ses:no-track|data-no-track)(?=[\s=/>])/i

/**
 * Sends the links of a rendered mail through `redirectTo(index)`. Left alone: what is not on the web, what is marked `data-no-track`, and
 * what may open something for whoever has the link, as a one-time link must not stand in the log of a redirect.
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
  if (/&[a-z#][a-z0-9]*;/i.test(address)) return undefined // written in a way that we might read differently from a mail program
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined
  return url.origin === new URL(origin).origin && mayOpenSomething(url) ? undefined : url.href
}

/** One of our own addresses that carries more than a place: a query, a fragment, or a part that looks like a token. */
function mayOpenSomething(url: URL): boolean {
  return url.search !== '' || url.hash !== '' || url.pathname.split('/').some((part) => part.length >= 20)
}
