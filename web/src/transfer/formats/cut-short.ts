import { parseJson } from '../opening/json.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/** Shorter than any service gives out: 80 bits in Base32. */
const usualSecretLetters = 16

/**
 * Throws `damaged` if the last link of a file is truncated at its end. Nothing else shows that a list of lines was cut, and half a secret makes codes
 * too. A file that ends with a line break is trusted; so is pasted or scanned text.
 */
export function refuseCutLinks(text: string, links: readonly string[]): void {
  const last = links.at(-1)
  if (last !== undefined && text.endsWith(last) && breaksOff(last, links.slice(0, -1))) throw new TransferError('damaged')
}

function breaksOff(link: string, before: readonly string[]): boolean {
  const steam = /^steam:\/\/(.*)$/i.exec(link)?.[1]
  if (steam !== undefined) return before.length > 0 && steam.length < usualSecretLetters
  // The beginning of a link, or of a bare secret, where those before it are whole.
  if (!/^[a-z-]+:\/\//i.test(link))
    return before.length > 0 && (link.length < usualSecretLetters || 'otpauth://'.startsWith(link.toLowerCase()))
  if (!/^otpauth:/i.test(link)) return false
  const { label, names, value } = partsOf(link)
  if (!names.includes('secret') || value === '' || /%.?$/.test(link)) return true
  const others = before.filter((other) => /^otpauth:/i.test(other)).map(partsOf)
  const isBeginningOf = (other: (typeof others)[number]) => names.every((name, at) => name === other.names[at])
  const missing = others[0]?.names.filter((name) => !names.includes(name) && others.every((other) => other.names.includes(name))) ?? []
  // Parameters in another order were written by somebody else, or by hand.
  if (missing.length > 0 && others.some(isBeginningOf)) return true
  switch (names.at(-1)) {
    case 'secret':
      return before.length > 0 && value.length < usualSecretLetters
    case 'issuer':
      return label.includes(':') && label.startsWith(value) && label.slice(value.length).split(':')[0] !== ''
    case 'algorithm':
      return !/^(?:hmac)?-?sha-?(?:1|256|512)$/i.test(value)
    case 'digits':
      return Number(value) < 5
    case 'period':
      // No real code changes that fast.
      return others.length > 0 && Number(value) < 10
    case 'codedisplay':
      return parseJson(value) === undefined
    default:
      return false
  }
}

/** `value` is that of the last parameter. */
function partsOf(link: string) {
  const [, label = '', query = ''] = /^otpauth:\/\/[^/?]*\/?([^?]*)\??(.*)$/is.exec(link) ?? []
  const parameters = [...new URLSearchParams(query.replaceAll('#', '%23'))]
  return {
    label: [...new URLSearchParams(`label=${label.replaceAll('+', '%2B')}`)][0]?.[1] ?? '',
    names: parameters.map(([name]) => name.toLowerCase()),
    value: parameters.at(-1)?.[1] ?? '',
  }
}
