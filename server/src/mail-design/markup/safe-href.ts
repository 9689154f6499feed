/**
 * Allowed targets of links in an e-mail: the web or a mailbox. Everything else, relative addresses included, becomes `#`. Characters that a browser
 * would skip inside a scheme (`java⏎script:`) are removed first.
 */
export function safeHref(href: string): string {
  const address = href.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, '').trim()
  const isSafe = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s])/i.test(address)
  return isSafe ? address.replace(/\s/g, '%20') : '#'
}
