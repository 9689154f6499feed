import { TwofoldError } from '@twofold/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failureText } from './dom.ts'

test('a vault that is away is said in the language of the browser, and what the vault says as it came', () => {
  vi.stubGlobal('chrome', { i18n: { getMessage: (name: string, values: string[]) => `${name}: ${values.join()}` } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const url = 'https://vault.example.com'
  expect(failureText(new TwofoldError('Away', 'client.unreachable', 0), url)).toBe(`unreachable: ${url}`)
  expect(failureText(new TwofoldError('Key gone', 'keys.not_found', 404), url)).toBe('Key gone')
})
