import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { i18n, type Messages } from '@lingui/core'
import { catalogue } from '@twofold/contract/error-catalogue'
import { fillMessage } from '@twofold/contract/errors'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { translated } from '@twofold/contract/sentences/translated'
import { expect, test } from 'vitest'
import { makeCatalogue } from '../../pages-catalogue.ts'
import { readSchemaMessages } from '../../schema-messages.ts'
import { loadServerTexts, translateComplaint, translateError } from './server-texts.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'locales', 'de.po')

/** Exports of the German catalogue's module. */
async function readMessages(): Promise<Messages> {
  const { source } = await makeCatalogue('de')
  return ((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { messages: Messages }).messages
}

test('texts of the server are in the catalogue of a language by their code, and complaints and descriptions by their English', async () => {
  const messages = await readMessages()
  expect([...translated.keys()].filter((code) => !Object.hasOwn(messages, code))).toEqual([])
  const german = /^msgid "Key shared"\nmsgstr "(.*)"$/m.exec(await readFile(file, 'utf8'))?.[1]
  expect(messages['event.key.shared']).toEqual([german])
  expect(messages['The request is not valid JSON.']).toEqual(messages['request.malformed'])
  expect(messages[eventCatalogue['key.shared'].mail]).toEqual(messages['event.key.shared.mail'])
})

test('whatever a schema of the contract says about a field reads in the language of the page, with its values', async () => {
  i18n.loadAndActivate({ locale: 'de', messages: await readMessages() })
  await loadServerTexts()
  const said = [...(await readSchemaMessages())]
  expect(said).toContain('Please choose a group')
  expect(said.filter((sentence) => translateComplaint(sentence) === sentence)).toEqual([])
  expect(translateComplaint('Choose at most 90 days')).toBe('Wählen Sie höchstens 90 Tage')
})

test('a complaint of a service reads in the language of the page: by its code with its values, and one of another part by the best pattern', async () => {
  i18n.loadAndActivate({ locale: 'de', messages: await readMessages() })
  await loadServerTexts()
  expect(translateComplaint('Steam keys always have 5 here.')).toBe('Bei Steam-Schlüsseln ist dieser Wert immer 5.')
  expect(translateComplaint(fillMessage(catalogue['pin.wrong'], { tries: 3 }))).toBe('Diese PIN ist falsch. Verbleibende Versuche: 3.')
  // Also fits the pattern of anything else that is invalid.
  expect(translateComplaint('Invalid input: expected string, received number')).toMatch(/^Ungültige Eingabe: erwartet wird string/)
})

test('an error says one minute in the singular, in English and in the language of the page', async () => {
  i18n.loadAndActivate({ locale: 'de', messages: await readMessages() })
  await loadServerTexts()
  const said = (minutes: number) => {
    const english = fillMessage(catalogue['pin.locked'], { minutes })
    return [english, translateError('pin.locked', english, { minutes })].map((text) => text.replace(/^.* in /, ''))
  }
  expect(said(1)).toEqual(['1 minute.', '1 Minute erneut.'])
  expect(said(15)).toEqual(['15 minutes.', '15 Minuten erneut.'])
})
