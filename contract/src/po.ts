/** One sentence of a catalogue. */
export interface PoEntry {
  /** Empty: it is the pages'. */
  context: string
  english: string
  translation: string
}

const quoted = String.raw`(?:"(?:[^"\\]|\\.)*"\s*)+`
const entry = new RegExp(`(?:^msgctxt (?<context>${quoted}))?^msgid (?<english>${quoted})^msgstr (?<translation>${quoted})`, 'gm')
const textOf = (lines = '') => [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('')

/** Translated entries of a gettext PO catalogue. */
export function readPo(po: string): PoEntry[] {
  return [...po.replaceAll('\r\n', '\n').matchAll(entry)]
    .map(({ groups = {} }) => ({
      context: textOf(groups['context']),
      english: textOf(groups['english']),
      translation: textOf(groups['translation']),
    }))
    .filter(({ translation }) => translation.trim() !== '')
}
