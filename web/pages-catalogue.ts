import { basename } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Plugin } from 'vite'
import { extensionContext } from '@twofold/contract/browser-messages'
import { foundByEnglish, translated } from '@twofold/contract/sentences/translated'
import { contractOrigin } from './contract-sentences-extractor.ts'
import { serverContext } from './mail-problems.ts'
import { schemaMessages } from './schema-messages.ts'

/** Makes modules of the catalogues in `locales`: the sentences of the pages, parsed. */
export function pagesCatalogue(): Plugin {
  return {
    name: 'pages-catalogue',
    transform: {
      filter: { id: /[\\/]locales[\\/][\w-]+\.po$/ },
      async handler(_po, id) {
        const { source, errors } = await makeCatalogue(basename(id, '.po'))
        if (errors.length > 0) this.error(`${basename(id)}: ${errors.map(({ source: text }) => text).join('; ')}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Sentences with a code are keyed by it. */
export async function makeCatalogue(locale: string) {
  const [catalogue] = await getCatalogs(getConfig({ cwd: import.meta.dirname }))
  const all = (await catalogue?.read(locale)) ?? {}
  const textOf = (key: string) => all[key]?.translation || (all[key]?.message ?? '')
  const ofPages = Object.entries(all).filter(
    ([, { context = '', origin = [] }]) =>
      ![serverContext, extensionContext].includes(context) && !origin.every(([file]) => file === contractOrigin),
  )
  const messages: [key: string, text: string][] = ofPages.map(([key]) => [key, textOf(key)])
  const byEnglish = [...foundByEnglish, ...(await schemaMessages())]
  for (const [key, message] of [...translated, ...byEnglish.map((text) => [text, text] as const)])
    messages.push([key, textOf(String(generateMessageId(message)))])
  return createCompiledCatalog(locale, Object.fromEntries(messages), { namespace: 'es' })
}
