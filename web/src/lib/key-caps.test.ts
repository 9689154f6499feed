import { i18n, type Messages } from '@lingui/core'
import { afterAll, expect, test } from 'vitest'
import { makeCatalogue } from '../../pages-catalogue.ts'
import { keyCaps } from './key-caps.ts'

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('keys are called what is written on them where the language of the page is spoken', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(keyCaps('Ctrl+k')).toEqual(['Ctrl', 'K'])
  expect(keyCaps('Shift+ArrowUp')).toEqual(['Shift', '↑'])
  const { source } = await makeCatalogue('de')
  const { messages } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { messages: Messages }
  i18n.loadAndActivate({ locale: 'de', messages })
  expect([...keyCaps('Ctrl+k'), ...keyCaps('Shift+Enter'), ...keyCaps('Delete')]).toEqual(['Strg', 'K', 'Umschalt', 'Eingabe', 'Entf'])
})
