/**
 * A domain in ASCII (`xn--`), as browsers and servers turn host names into it: mail to either form reaches one mailbox, and of two browsers one sends
 * what was typed and the other the ASCII form. A domain that has no such form stays as it is.
 */
export function asciiDomain(domain: string): string {
  // Of a URL these would end the host name, or stand for another character.
  return /^[\0-\x7F]*$|[/?#%]/.test(domain) ? domain : (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

/** The address with its domain in ASCII. */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at))
}

/** The form of `normalizeEmail` from before domains were in ASCII: an address stored then that could not be changed is found by it alone. */
const normalizedAsTyped = (email: string): string =>
  email
    .replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .normalize('NFC')
    .toLowerCase()
    .toWellFormed()

/**
 * The form under which an address is unique: case, Unicode composition and the spelling of the domain do not make another account. Hidden characters
 * stay, so that an address stored before they were refused is never taken for the one it looks like.
 */
export const normalizeEmail = (email: string): string => withAsciiDomain(normalizedAsTyped(email))

/** The forms under which an account with this address may be stored, the one to prefer first. */
export const storedForms = (email: string): string[] => [...new Set([normalizedAsTyped(email), normalizeEmail(email)])]

export const sameAddress = (one: string, other: string): boolean => normalizeEmail(one) === normalizeEmail(other)
