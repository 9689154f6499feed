import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { translated } from '@twofold/contract/sentences/translated'
import { schemaMessages } from './schema-messages.ts'

/** Sentences with codes are in the contract, once, and so are those of schemas. */
const source = /[\\/]contract[\\/]src[\\/]sentences[\\/]translated\.ts$/
export const contractOrigin = 'contract/src'

/** Puts the sentences of the contract into the catalogues of the pages. `pages-catalogue.ts` gives the pages their translations by code. */
export const contractSentencesExtractor: ExtractorType = {
  match: (file) => source.test(file),
  async extract(_file, _code, onMessageExtracted) {
    for (const message of new Set([...translated.values(), ...(await schemaMessages())]))
      onMessageExtracted({ id: String(generateMessageId(message)), message, origin: [contractOrigin, 1] })
  },
}
