/** A service's name without what writers differ in: 'GitHub' and 'git hub' are one. */
export const plainIssuer = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Names under which a mark for the issuer may be found, the whole one first: 'GitHub (work)' is GitHub, and so is 'github.com'. A first word alone
 * does not count, or 'Box office' would be Box.
 */
export function issuerNames(issuer: string): string[] {
  const [first = ''] = issuer.split(/[([:|/]| [-–—] /)
  const host = /^(?:https?:\/\/)?(?:www\.|app\.|login\.|accounts?\.)?([a-z0-9-]+)(?:\.[a-z]{2,})+$/i.exec(first.trim())?.[1] ?? ''
  return [...new Set([issuer, first, host].map(plainIssuer))].filter(Boolean)
}
