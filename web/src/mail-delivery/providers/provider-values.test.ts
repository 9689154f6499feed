import { expect, test } from 'vitest'
import { bodyOf, emptyConfiguration, isWhole, newProviderValues } from './provider-values.ts'

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

test.each(['0', '-1', '1.5', 'many', ''])('a priority or limit of %j is no whole number of 1 or more', (text) => {
  expect(isWhole(text)).toBe(false)
})
