import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { asPattern, extensionContext } from '@twofold/contract/browser-messages'

/** The extension's English sentences, in the format that browsers ask for. `extension/scripts/messages.ts` writes the other languages from the catalogues. */
const source = /[\\/]extension[\\/]public[\\/]_locales[\\/]en[\\/]messages\.json$/
const origin = ['extension/public/_locales/en/messages.json', 1] as const

export const extensionSentencesExtractor: ExtractorType = {
  match: (file) => source.test(file),
  extract(_file, code, onMessageExtracted) {
    const messages = JSON.parse(code) as Record<string, { message: string }>
    for (const { message: text } of Object.values(messages)) {
      const message = asPattern(text)
      const id = String(generateMessageId(message, extensionContext))
      onMessageExtracted({ id, message, context: extensionContext, comment: 'Browser extension', origin: [...origin] })
    }
  },
}
