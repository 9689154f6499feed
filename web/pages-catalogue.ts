import { basename } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { extensionContext } from '@twofold/contract/browser-messages'
import { serverContext } from './mail-problems.ts'

/** Makes modules of the catalogues in `locales`: the sentences of the pages, parsed. */
export function pagesCatalogue(): Plugin {
  return {
    name: 'pages-catalogue',
    transform: {
      filter: { id: /[\\/]locales[\\/][\w-]+\.po$/ },
      async handler(_po, id) {
        const locale = basename(id, '.po')
        const [catalogue] = await getCatalogs(getConfig({ cwd: import.meta.dirname }))
        const entries = Object.entries((await catalogue?.read(locale)) ?? {}).filter(
          ([, { context = '' }]) => ![serverContext, extensionContext].includes(context),
        )
        const messages = Object.fromEntries(entries.map(([key, { translation, message }]) => [key, translation || (message ?? '')]))
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
        if (errors.length > 0) this.error(`${locale}.po: ${errors.map(({ source: text }) => text).join('; ')}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}
