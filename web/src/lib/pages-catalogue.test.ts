import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { translated } from '@twofold/contract/sentences/translated'
import { expect, test } from 'vitest'
import { makeCatalogue } from '../../pages-catalogue.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'locales', 'de.po')

/** What the module of the German catalogue hands out. */
async function readMessages(): Promise<Record<string, unknown>> {
  const { source } = await makeCatalogue('de')
  return ((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { messages: Record<string, unknown> }).messages
}

test('what the server says is in the catalogue of a language by its code, and a complaint and a description by their English', async () => {
  const messages = await readMessages()
  expect([...translated.keys()].filter((code) => !Object.hasOwn(messages, code))).toEqual([])
  const german = /^msgid "Key shared"\nmsgstr "(.*)"$/m.exec(await readFile(file, 'utf8'))?.[1]
  expect(messages['event.key.shared']).toEqual([german])
  expect(messages['The request is not valid JSON.']).toEqual(messages['request.malformed'])
  expect(messages[eventCatalogue['key.shared'].mail]).toEqual(messages['event.key.shared.mail'])
})
