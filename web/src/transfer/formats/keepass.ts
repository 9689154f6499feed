import { msg } from '@lingui/core/macro'
import { isKdbx, openKdbx } from '../containers/kdbx.ts'
import { childNamed, childrenNamed, readXml, textOfChild, type XmlElement } from '../containers/xml.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ReadEntry } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { secretFrom } from './secret-in.ts'
import { type CodeWithSettings, readCodes } from './codes-of-item.ts'
import { isLinkText } from './links.ts'

/** A database of KeePass 2, KeePassXC and others after them. Only fields for codes are read, with title, user, notes, group and tags. */
export const keePass: ImportFormat<'KeePass'> = {
  name: 'KeePass',
  help: msg`The database itself (KDBX 3 or 4) with its password or key file, XML, or CSV of KeePassXC. Passwords in it are not read.`,
  detects: ({ bytes }) => isKdbx(bytes),
  takesEmptyPassword: true,
  reads: async ({ bytes, keyFile }, password) => readDatabase(await openKdbx(bytes, password, keyFile)),
}

export const keePassXml: ImportFormat<'KeePass'> = {
  name: 'KeePass',
  detects: ({ text = '' }) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<KeePassFile\b/.test(text),
  reads: ({ text = '' }) => readDatabase(readXml(text)),
}

interface PlacedEntry {
  entry: XmlElement
  groups: string[]
  /** Base64; most have none. */
  icon: string
}

function readDatabase(document: XmlElement): FormatReading {
  const meta = childNamed(document, 'Meta')
  const bin = /^true$/i.test(textOfChild(meta, 'RecycleBinEnabled')) ? textOfChild(meta, 'RecycleBinUUID') : undefined
  const entries: PlacedEntry[] = []
  const pictures = childrenNamed(childNamed(meta, 'CustomIcons'), 'Icon')
  const icons = new Map(pictures.map((icon) => [textOfChild(icon, 'UUID'), textOfChild(icon, 'Data')]))
  const visit = (group: XmlElement, groups: string[]) => {
    if (bin !== undefined && textOfChild(group, 'UUID') === bin) return
    for (const entry of childrenNamed(group, 'Entry'))
      entries.push({ entry, groups, icon: icons.get(textOfChild(entry, 'CustomIconUUID')) ?? '' })
    for (const child of childrenNamed(group, 'Group')) visit(child, [...groups, textOfChild(child, 'Name')])
  }
  for (const root of childrenNamed(childNamed(document, 'Root'), 'Group')) visit(root, [])
  return { source: readEach(entries, readPlaced) }
}

function readPlaced({ entry, groups, icon }: PlacedEntry): ReadEntry[] {
  const fields = new Map(
    childrenNamed(entry, 'String').map((field) => [textOfChild(field, 'Key').toLowerCase(), textOfChild(field, 'Value')]),
  )
  const text = (name: string) => fields.get(name.toLowerCase())?.trim() ?? ''
  const fileData = {
    name: text('Title'),
    account: text('UserName'),
    note: fields.get('notes'),
    icon,
    tags: [...groups, ...textOfChild(entry, 'Tags').split(/[;,]/)],
  }
  // Other applications store links in fields of other names, some several of them.
  const others = [...fields].filter(([name]) => name !== 'otp').map(([, value]) => value)
  const own = ['TimeOtp', 'HmacOtp'].flatMap((kind) => readOwn(kind, text) ?? [])
  const codes = [text('otp'), readTray(text('TOTP Seed'), text('TOTP Settings')), ...own]
  const named = codes.map((code) => (typeof code === 'string' ? code : { ...code, issuer: fileData.name }))
  return readCodes(named, fileData, others)
}

/** KeeTrayTOTP's format: `30;6`, or `30;S` for Steam, sometimes followed by the address of a clock. */
function readTray(secret: string, settings: string): string | CodeWithSettings {
  if (secret === '' || isLinkText(secret)) return secret
  const [period, digits] = settings.split(';')
  const isSteam = digits?.trim().toUpperCase() === 'S'
  return { kind: isSteam ? 'steam' : 'totp', secret, period: period?.trim(), digits: isSteam ? undefined : digits?.trim() }
}

/** KeePass's own format since version 2.47: https://keepass.info/help/base/placeholders.html#otp */
function readOwn(kind: string, text: (name: string) => string): CodeWithSettings | undefined {
  const secret = readSecret((encoding) => text(`${kind}-Secret${encoding}`))
  if (secret === undefined) return undefined
  return {
    kind: kind === 'TimeOtp' ? 'totp' : 'hotp',
    secret,
    algorithm: text(`${kind}-Algorithm`),
    digits: text(`${kind}-Length`),
    period: text(`${kind}-Period`),
    counter: text(`${kind}-Counter`),
  }
}

function readSecret(field: (ending: string) => string): string | undefined {
  const ending = ['-Base32', '', '-Hex', '-Base64'].find((one) => field(one) !== '')
  return ending === undefined ? undefined : secretFrom(field(ending), ending.slice(1) || 'UTF8')
}
