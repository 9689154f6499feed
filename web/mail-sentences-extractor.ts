import { execFileSync } from 'node:child_process'
import process from 'node:process'
import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** Output of `server/scripts/list-mail-sentences.ts`. */
interface ServerSentences {
  context: string
  sentences: { message: string; comment: string }[]
}

/** Lists the server's own sentences. It is run rather than parsed, since most of them are parts of e-mails. */
const program = /[\\/]server[\\/]scripts[\\/]list-mail-sentences\.ts$/
const origin = ['server/src/mail-design', 1] as const

/** Adds the sentences of e-mails, and of the pages that the server draws, to the catalogues of the pages: a language is one file. */
export const mailSentencesExtractor: ExtractorType = {
  match: (file) => program.test(file),
  extract(file, _code, onMessageExtracted) {
    const { context, sentences } = JSON.parse(
      execFileSync(process.execPath, ['--experimental-strip-types', file], { encoding: 'utf8' }),
    ) as ServerSentences
    for (const { message, comment } of sentences)
      onMessageExtracted({ id: String(generateMessageId(message, context)), message, context, comment, origin: [...origin] })
  },
}
