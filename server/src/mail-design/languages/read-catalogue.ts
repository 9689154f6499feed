import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sentences of the server in one language: English sentence → translation. */
export type Catalogue = Readonly<Record<string, string>>

/** The context (`msgctxt`) of the server's sentences. The others in the file are the pages'. */
export const serverContext = 'mail'

const quoted = String.raw`(?:"(?:[^"\\]|\\.)*"\s*)+`
const entry = new RegExp(`^msgctxt "${serverContext}"\\s*^msgid (${quoted})^msgstr (${quoted})`, 'gm')
const textOf = (lines: string) => [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('')

/** The server's part of a catalogue in the PO format of gettext. What is not translated is left out. */
function readCatalogue(po: string): Catalogue {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, english = '', translation = ''] of po.replaceAll('\r\n', '\n').matchAll(entry)) {
    const text = textOf(translation)
    if (text.trim() !== '') texts[textOf(english)] = text
  }
  return texts
}

const fileName = /^([a-z]{2,3}(?:-[A-Z]{2})?)\.po$/

/** Every language that has a file in `folder`, by its tag (BCP 47). English is not among them: it is what the sentences are written in. */
export function readCatalogues(folder: string): Record<string, Catalogue> {
  const tags = readdirSync(folder).flatMap((name) => fileName.exec(name)?.[1] ?? [])
  return Object.fromEntries(
    tags
      .filter((tag) => tag !== 'en')
      .toSorted()
      .map((tag) => [tag, readCatalogue(readFileSync(join(folder, `${tag}.po`), 'utf8'))]),
  )
}
