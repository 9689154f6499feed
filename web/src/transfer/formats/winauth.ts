import { encodeBase32 } from '@twofold/contract/base32'
import { fromHex } from '../bytes.ts'
import { childNamed, readXml, textOfChild, type XmlElement } from '../containers/xml.ts'
import { readEach } from '../entry-source.ts'
import { readEntry, type ReadEntry } from '../read-entry.ts'
import type { ImportFormat } from '../source-file.ts'
import { TransferError } from '../transfer-failure.ts'

const isWinAuthFile = (text: string) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<WinAuth\b/.test(text)

/** Whether something in it is sealed: with a password, a YubiKey, or the account of Windows. */
export const isSealedWinAuth = (text: string) =>
  isWinAuthFile(text) && /<(?:data|authenticatordata|secretdata)\b[^>]*\sencrypted="[^"]/.test(text)

/** WinAuth's own file where it is not protected (https://github.com/winauth/winauth, WinAuthConfig and Authenticator). */
export const winAuthFile: ImportFormat<'WinAuth'> = {
  name: 'WinAuth',
  detects: ({ text = '' }) => isWinAuthFile(text),
  reads: ({ text = '' }) => ({ source: readEach(authenticatorsIn(readXml(text)), (element) => [readAuthenticator(element)]) }),
}

/** Older versions have no element around them. */
const authenticatorsIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (/^(?:WinAuthAuthenticator|authenticator)$/.test(child.name) ? [child] : authenticatorsIn(child)))

function readAuthenticator(element: XmlElement): ReadEntry {
  const kind = /(\w+?)Authenticator$/.exec(element.attributes.get('type') ?? '')?.[1]
  const data = childNamed(element, 'authenticatordata') ?? element
  const [settings = '', counter] = textOfChild(data, 'secretdata').trim().split('|')
  const [key = '', digits, algorithm, period] = settings.split('\t')
  const name = textOfChild(element, 'name').trim()
  return readEntry({
    kind: kind === 'HOTP' ? 'hotp' : kind === 'Steam' ? 'steam' : 'totp',
    secret: fromAnyHex(key, kind),
    // It has one name for a key, which is that of the service.
    issuer: name || (kind === 'BattleNet' ? 'Battle.net' : kind),
    algorithm,
    digits: digits ?? (kind === 'BattleNet' ? 8 : undefined),
    period,
    counter: kind === 'HOTP' ? counter : undefined,
  })
}

/** Behind the key of Battle.net, which has 20 bytes, version 2 wrote the serial. Text that is no Base16 refuses the entry, not the file. */
function fromAnyHex(text: string, kind: string | undefined): string {
  try {
    return encodeBase32(fromHex(kind === 'BattleNet' ? text.slice(0, 40) : text))
  } catch (error) {
    if (error instanceof TransferError) return ''
    throw error
  }
}
