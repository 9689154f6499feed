import { TwofoldError } from '@twofold/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failureText } from './dom.ts'

const plural = '{minutes, plural, one {PIN gesperrt, # Minute.} other {PIN gesperrt, # Minuten.}}'
const german: Record<string, string> = {
  error_pin_locked: plural,
  error_pin_wrong: 'Falsche PIN, noch {tries}.',
  complaint_PIN_must_be_exactly_digits: 'Genau 4 Ziffern.',
  complaint_Too_many_entries_Maximum_: 'Höchstens {number}.',
}

test('a failed call is said in the language of the browser by its code, and what the extension does not know as it came', () => {
  const getMessage = (name: string, values: string[]) => (name === 'unreachable' ? `${name}: ${values.join()}` : (german[name] ?? ''))
  vi.stubGlobal('chrome', { i18n: { getMessage, getUILanguage: () => 'de' } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const url = 'https://vault.example.com'
  expect(failureText(new TwofoldError('Away', 'client.unreachable', 0), url)).toBe(`unreachable: ${url}`)
  expect(failureText(new TwofoldError('Key gone', 'keys.not_found', 404), url)).toBe('Key gone')
  const locked = (minutes: number) => new TwofoldError('Locked', 'pin.locked', 429, { parameters: { minutes } })
  expect([1, 15].map((minutes) => failureText(locked(minutes), url))).toEqual(['PIN gesperrt, 1 Minute.', 'PIN gesperrt, 15 Minuten.'])
  expect(failureText(new TwofoldError('Wrong', 'pin.wrong', 422, { parameters: { tries: 4 } }), url)).toBe('Falsche PIN, noch 4.')
  const complain = (...about: string[]) =>
    failureText(new TwofoldError('Please fix the errors above', 'request.invalid', 422, { errors: { field: about } }), url)
  expect(complain('PIN must be exactly 4 digits')).toBe('Genau 4 Ziffern.')
  expect(complain('Too many entries. Maximum: 20.')).toBe('Höchstens 20.')
  expect(complain('Some other complaint.')).toBe('Some other complaint.')
  // Of a vault that does not send the value.
  expect(failureText(new TwofoldError('Wrong', 'pin.wrong', 422), url)).toBe('Wrong')
})
