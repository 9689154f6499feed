import { fromHex, isSame, join, toHex } from '../opening/bytes.ts'
import { blowfishKeyBytes, openBlowfish } from '../containers/blowfish.ts'
import { decodeText } from '../containers/text.ts'
import { childNamed, readXml, textOfChild, type XmlElement } from '../containers/xml.ts'
import { readEach } from '../entries/entry-source.ts'
import { readEntry, type ReadEntry } from '../entries/read-entry.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { secretIn } from './secret-in.ts'
import { derivePbkdf2, hashSha1, hashSha256 } from '../opening/unlock.ts'

const isWinAuthFile = (text: string) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<WinAuth\b/.test(text)

/** Bounded, since a file may repeat attributes without end. */
const sealedTag = /<(?:data|authenticatordata|secretdata)\b[^<>]{0,200}?\sencrypted="([^"<>]{1,200})"[^<>]{0,200}>\s*(\w{0,16})/g
/** "WINAUTH3" in Base16, before a salt and a hash of what is sealed. */
const mark = '57494E4155544833'
const [saltBytes, hashBytes, rounds] = [8, 32, 2000]

/** Whether it contains data sealed by other means than a password: a YubiKey, the Windows account, or version 2's format, which has no hash. */
export const isSealedWinAuth = (text: string) =>
  isWinAuthFile(text) && [...text.matchAll(sealedTag)].some(([, by, start]) => by !== 'y' || start?.toUpperCase() !== mark)

/** WinAuth's own file, with or without a password (https://github.com/winauth/winauth, WinAuthConfig and Authenticator). */
export const winAuthFile: ImportFormat<'WinAuth'> = {
  name: 'WinAuth',
  detects: ({ text = '' }) => isWinAuthFile(text),
  reads: ({ text = '' }, password) => ({
    source: readEach(authenticatorsIn(openElement(readXml(text), password)), (element) => [
      readAuthenticator(openElement(element, password)),
    ]),
  }),
}

/** Replaces sealed data by their content: all authenticators, or the data of one. */
function openElement(element: XmlElement, password: string | undefined): XmlElement {
  const sealed = element.children.find(({ attributes }) => attributes.has('encrypted'))
  if (!sealed) return element
  if (password === undefined) throw new TransferError('password_needed')
  const opened = readXml(decodeText(openSealed(sealed, password)) ?? '')
  return { ...element, children: element.children.map((child) => (child === sealed ? opened : child)) }
}

function openSealed({ attributes, text }: XmlElement, password: string): Uint8Array {
  const sealed = fromHex(text.trim())
  const sum = attributes.get('sha1')
  if (sum !== undefined && toHex(hashSha1(sealed)) !== sum.toLowerCase()) throw new TransferError('damaged')
  const parts = sealed.subarray(mark.length / 2)
  const [salt, hash, rest] = [
    parts.subarray(0, saltBytes),
    parts.subarray(saltBytes, saltBytes + hashBytes),
    parts.subarray(saltBytes + hashBytes),
  ]
  const key = derivePbkdf2('SHA1', password, rest.subarray(0, saltBytes), rounds, blowfishKeyBytes)
  const opened = openBlowfish(key, rest.subarray(saltBytes))
  if (!opened || !isSame(hashSha256(join(salt, opened)), hash)) throw new TransferError('password_wrong')
  return opened
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
  const skin = textOfChild(element, 'skin').trim()
  return readEntry({
    kind: kind === 'HOTP' ? 'hotp' : kind === 'Steam' ? 'steam' : 'totp',
    secret: fromAnyHex(key, kind),
    // It has a single name for a key, the service's.
    issuer: name || (kind === 'BattleNet' ? 'Battle.net' : kind),
    algorithm,
    digits: digits ?? (kind === 'BattleNet' ? 8 : undefined),
    period,
    counter: kind === 'HOTP' ? counter : undefined,
    // Others are names of pictures in the application.
    icon: skin.startsWith('base64:') ? skin.slice('base64:'.length) : undefined,
  })
}

/** Behind the key of Battle.net, which has 20 bytes, version 2 wrote the serial. */
function fromAnyHex(text: string, kind: string | undefined): string {
  return secretIn(() => fromHex(kind === 'BattleNet' ? text.slice(0, 40) : text))
}
