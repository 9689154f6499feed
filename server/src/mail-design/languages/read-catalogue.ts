import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PoEntry, readPo } from '@twofold/contract/po'
import { messageOf, sentenceCodes } from '@twofold/contract/sentences/sentences'

/** English text → translation. */
type Texts = Readonly<Record<string, string>>

/** The server's texts in one language. */
export interface Catalogue {
  /** Liquid: e-mails, and pages outside the web application. */
  mails: Texts
  /** ICU: what has codes, which the pages say as well. */
  sentences: Texts
}

/** The context (`msgctxt`) of the server's own sentences. The others in the file are the pages'. */
export const serverContext = 'mail'

const isSaid = new Set(sentenceCodes.map(messageOf))

/** The server's part of a catalogue in the PO format of gettext. What is not translated is left out. */
function readCatalogue(po: string): Catalogue {
  const found = readPo(po)
  const only = (wanted: (one: PoEntry) => boolean): Texts => {
    const texts = Object.create(null) as Record<string, string>
    for (const { english, translation } of found.filter(wanted)) texts[english] = translation
    return texts
  }
  return {
    mails: only(({ context }) => context === serverContext),
    sentences: only(({ context, english }) => context === '' && isSaid.has(english)),
  }
}

const fileName = /^([a-z]{2,3}(?:-[A-Z]{2})?)\.po$/

/** Every language with a file in `folder`, by its tag (BCP 47). English is not among them: it is the language of the originals. */
export function readCatalogues(folder: string): Record<string, Catalogue> {
  const tags = readdirSync(folder).flatMap((name) => fileName.exec(name)?.[1] ?? [])
  return Object.fromEntries(
    tags
      .filter((tag) => tag !== 'en')
      .toSorted()
      .map((tag) => [tag, readCatalogue(readFileSync(join(folder, `${tag}.po`), 'utf8'))]),
  )
}
