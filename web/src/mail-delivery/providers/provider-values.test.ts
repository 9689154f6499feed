import { expect, test } from 'vitest'
import { bodyOf, complaintsOf, emptyConfiguration, newProviderValues } from './provider-values.ts'

const smtp = {
  ...newProviderValues,
  name: 'Main',
  configuration: { ...emptyConfiguration('smtp'), host: 'mail.example.org', username: 'vault', password: 'secret' },
}

test('an empty limit is none, and numbers are sent as numbers', () => {
  expect(bodyOf({ ...smtp, daily_limit: ' ', hourly_limit: '50' })).toMatchObject({
    priority: 1,
    daily_limit: null,
    hourly_limit: 50,
    configuration: { port: 587 },
  })
})

test.each([
  ['ses', ['configuration.key', 'configuration.secret']],
  ['smtp', ['configuration.host', 'configuration.username', 'configuration.password']],
  ['zoho', ['configuration.from_email', 'configuration.api_key']],
] as const)('%s needs its fields', (provider, fields) => {
  const values = { ...newProviderValues, name: 'Main', provider, configuration: emptyConfiguration(provider) }
  expect(Object.keys(complaintsOf(values, false))).toEqual(fields)
})

test('a stored secret need not be typed again', () => {
  const values = { ...smtp, configuration: { ...smtp.configuration, password: '' } }
  expect(complaintsOf(values, true)).toEqual({})
  expect(complaintsOf(values, false)).toEqual({ 'configuration.password': 'required' })
})

test.each(['0', '-1', '1.5', 'many'])('a priority or limit of %s is refused', (text) => {
  expect(complaintsOf({ ...smtp, priority: text, daily_limit: text, hourly_limit: text }, true)).toEqual({
    priority: 'number',
    daily_limit: 'number',
    hourly_limit: 'number',
  })
})
