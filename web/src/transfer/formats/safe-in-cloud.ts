import { msg } from '@lingui/core/macro'
import { childrenNamed, readXml, textOfChild, type XmlElement } from '../containers/xml.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readCodes } from './codes-of-item.ts'

/** The XML export of SafeInCloud: cards with fields, among them its templates and what is in its trash. */
export const safeInCloud: ImportFormat<'SafeInCloud'> = {
  name: 'SafeInCloud',
  help: msg`File, Export: As XML or CSV. Passwords in it are not read.`,
  detects: ({ text = '' }) => /^\s*(?:<\?xml[^>]*>\s*)?<database\b/.test(text) && /<card\s[^>]*\btitle=/.test(text),
  reads({ text = '' }) {
    const document = readXml(text)
    const labels = new Map(childrenNamed(document, 'label').map(({ attributes }) => [attributes.get('id'), attributes.get('name')]))
    const cards = childrenNamed(document, 'card').filter(
      ({ attributes }) => !['template', 'deleted'].some((name) => attributes.get(name) === 'true'),
    )
    return { source: readEach(cards, (card) => readCard(card, labels)) }
  },
}

function readCard(card: XmlElement, labels: ReadonlyMap<string | undefined, string | undefined>) {
  const fields = childrenNamed(card, 'field')
  const ofType = (...types: string[]) =>
    fields.filter(({ attributes }) => types.includes(attributes.get('type') ?? '')).map(({ text }) => text.trim())
  return readCodes(
    ofType('one_time_password'),
    {
      name: card.attributes.get('title'),
      account: ofType('login', 'email').find((text) => text !== ''),
      note: textOfChild(card, 'notes'),
      tags: childrenNamed(card, 'label_id').map(({ text }) => labels.get(text.trim())),
      favourite: card.attributes.get('star'),
    },
    fields.map(({ text }) => text),
  )
}
