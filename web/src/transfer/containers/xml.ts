import { TransferError } from '../opening/transfer-failure.ts'

export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Text of this element alone, without its children's. */
  text: string
}

const mostDepth = 100
const mostElements = 1_000_000
const namedEntities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Reads an XML document, without a document type of its own: a file that declares entities is refused as unsafe (`too_costly`), because
 * they can grow without bound or name files. Throws `damaged` for what is not well-formed. Workers have no DOMParser.
 */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  let elements = 0
  let at = 0
  const last = () => open.at(-1) ?? root
  const skipPast = (end: string) => {
    const found = text.indexOf(end, at)
    if (found < 0) throw new TransferError('damaged')
    const skipped = text.slice(at, found)
    at = found + end.length
    return skipped
  }

  while (at < text.length) {
    if (text[at] !== '<') {
      const end = text.indexOf('<', at)
      const piece = text.slice(at, end < 0 ? text.length : end)
      at += piece.length
      if (open.length > 1) last().text += decodeEntities(piece)
      else if (piece.trim() !== '') throw new TransferError('damaged')
    } else if (text.startsWith('<?', at)) skipPast('?>')
    else if (text.startsWith('<!--', at)) skipPast('-->')
    else if (text.startsWith('<![CDATA[', at)) {
      at += '<![CDATA['.length
      last().text += skipPast(']]>')
    } else if (text.startsWith('<!', at)) {
      if (skipPast('>').includes('[')) throw new TransferError('too_costly')
    } else if (text[at + 1] === '/') {
      at += 2
      if (skipPast('>').trim() !== last().name || open.length === 1) throw new TransferError('damaged')
      open.pop()
    } else {
      const { element, isEmpty, end } = readTag(text, at)
      at = end
      elements += 1
      if (open.length > mostDepth || elements > mostElements) throw new TransferError('too_costly')
      last().children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  const [document, ...more] = root.children
  if (open.length !== 1 || !document || more.length > 0) throw new TransferError('damaged')
  return document
}

function readTag(text: string, from: number): { element: XmlElement; isEmpty: boolean; end: number } {
  const names = /[^\s/>=<"']+/y
  const attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
  const close = /\s*(\/?)>/y
  names.lastIndex = from + 1
  const name = names.exec(text)?.[0]
  if (name === undefined) throw new TransferError('damaged')
  const attributes = new Map<string, string>()
  attribute.lastIndex = names.lastIndex
  let at = names.lastIndex
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    attributes.set(found[1] ?? '', decodeEntities(found[2] ?? found[3] ?? ''))
    at = attribute.lastIndex
  }
  close.lastIndex = at
  const end = close.exec(text)
  if (!end) throw new TransferError('damaged')
  return { element: { name, attributes, children: [], text: '' }, isEmpty: end[1] === '/', end: close.lastIndex }
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? (hex === undefined ? undefined : Number.parseInt(hex, 16)) : Number(decimal)
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    const named = namedEntities.get(name ?? '')
    if (named === undefined) throw new TransferError('too_costly')
    return named || whole
  })
}

export const childNamed = (element: XmlElement | undefined, name: string) => element?.children.find((child) => child.name === name)
export const childrenNamed = (element: XmlElement | undefined, name: string) =>
  (element?.children ?? []).filter((child) => child.name === name)
export const textOfChild = (element: XmlElement | undefined, name: string) => childNamed(element, name)?.text ?? ''

/** The texts in the shared preferences of an Android application. Undefined when the file is something else. */
export function readPreferences(text: string): ReadonlyMap<string, string> | undefined {
  if (!/^\s*(?:<\?xml[^>]*>\s*)?<map\b/.test(text)) return undefined
  return new Map(childrenNamed(readXml(text), 'string').map((entry) => [entry.attributes.get('name') ?? '', entry.text]))
}
