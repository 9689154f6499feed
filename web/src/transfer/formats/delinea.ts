import { msg } from '@lingui/core/macro'
import { childNamed, childrenNamed, readXml, textOfChild, type XmlElement } from '../containers/xml.ts'
import { readEach } from '../entries/entry-source.ts'
import type { ImportFormat } from '../entries/source-file.ts'
import { readCodes } from './codes-of-item.ts'

/** The XML export of Secret Server. Its table is one of `anyTable`. */
export const delinea: ImportFormat<'Delinea Secret Server'> = {
  name: 'Delinea Secret Server',
  help: msg`Export Secrets: XML or CSV, with TOTP settings. Passwords in it are not read.`,
  detects: ({ text = '' }) => /^\s*(?:<\?xml[^>]*>\s*)?<ImportFile\b/.test(text) && /<Secrets\b/.test(text),
  reads: ({ text = '' }) => ({
    source: readEach(childrenNamed(childNamed(readXml(text), 'Secrets'), 'Secret'), readSecret),
  }),
}

function readSecret(secret: XmlElement) {
  const items = childrenNamed(childNamed(secret, 'SecretItems'), 'SecretItem')
  const field = (slug: string) =>
    textOfChild(
      items.find((item) => textOfChild(item, 'Slug') === slug),
      'Value',
    )
  return readCodes(
    [textOfChild(secret, 'TotpKey').trim()],
    {
      name: textOfChild(secret, 'SecretName'),
      account: field('username'),
      note: field('notes'),
      tags: textOfChild(secret, 'FolderPath').split('\\'),
    },
    items.map((item) => textOfChild(item, 'Value')),
  )
}
