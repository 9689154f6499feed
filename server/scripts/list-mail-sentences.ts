// Prints the sentences of the server that languages translate, as JSON. Run by web/mail-sentences-extractor.ts.
import { stdout } from 'node:process'
import { commentOn, sentencesOf } from '../src/mail-design/languages/mail-sentences.ts'
import { serverContext } from '../src/mail-design/languages/read-catalogue.ts'
import { serverSentences } from '../src/mail-design/languages/server-words.ts'
import { systemTemplates } from '../src/mail-design/templates/system-templates.ts'

const comments = new Map(serverSentences().map((sentence) => [sentence, '']))
for (const { name, subject, html_content: html } of systemTemplates)
  for (const sentence of sentencesOf(subject, html))
    comments.set(sentence, comments.get(sentence) || (commentOn(sentence) ?? `E-mail: ${name}`))
stdout.write(JSON.stringify({ context: serverContext, sentences: [...comments].map(([message, comment]) => ({ message, comment })) }))
