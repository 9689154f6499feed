import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1_500_000, '1.4 MB'],
  [19_000_000, '18 MB'],
  [3 * 1024 ** 4, '3.0 TB'],
])('%i bytes read as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text.replace(' ', '\u00a0')))
