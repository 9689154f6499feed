import { execFileSync } from 'node:child_process'
import process from 'node:process'
import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** What `server/scripts/list-mail-sentences.ts` prints. */
interface ServerSentences {
  context: string
  sentences: { message: string; comment: string }[]
}

/** The program that lists what the server says itself. It is asked rather than read, since most of these sentences are parts of mails. */
const program = /[\\/]server[\\/]scripts[\\/]list-mail-sentences\.ts$/
const origin = ['server/src/mail-design', 1] as const

/** Puts the sentences of mails, and of the pages that the server draws, into the catalogues of the pages: a language is one file. */
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
