import { expect, test } from 'vitest'
import { newAccount } from './accounts.ts'
import { signIn } from './sessions.ts'

const good = { name: 'Ann Example', email: 'ann@example.org', password: 'Sommer-12', password_confirmation: 'Sommer-12', pin: '1234' }

function complaints(account: unknown) {
  const { error } = newAccount.safeParse(account)
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

test('a complete account is accepted, its name and e-mail trimmed', () => {
  expect(newAccount.parse({ ...good, name: ' Ann Example ', email: ' ann@example.org ' })).toEqual(good)
})

test('every field is named at once, each with one message', () => {
  expect(complaints({ name: ' ', email: '', password: '', password_confirmation: '', pin: '' })).toEqual([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['password', 'Password is required'],
    ['password_confirmation', 'Please confirm your password'],
    ['pin', 'PIN is required'],
  ])
})

test('signing in names each field with one message, too', () => {
  const { error } = signIn.body.safeParse({ email: '', password: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Email is required', 'Password is required'])
})

test.each([
  ['name', 'A', 'Name must be at least 2 characters'],
  ['email', 'ann@example', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@example.org`, 'Please enter a valid email address'],
  ['pin', '123', 'PIN must be exactly 4 digits'],
  ['pin', '12345', 'PIN must be exactly 4 digits'],
  ['pin', '12a4', 'PIN must be exactly 4 digits'],
])('%s %j: %s', (field, value, message) => {
  expect(complaints({ ...good, [field]: value })).toEqual([[field, message]])
})

test('a password of fewer than 8 characters is refused, when choosing one and when signing in', () => {
  const short = { password: 'Short-1', password_confirmation: 'Short-1' }
  expect(complaints({ ...good, ...short })).toEqual([['password', 'Password must be at least 8 characters']])
  expect(signIn.body.safeParse({ email: good.email, password: 'Short-1' }).error?.issues[0]?.message).toBe(
    'Password must be at least 8 characters',
  )
})

test('a confirmation that differs is named also while other fields are empty or wrong', () => {
  expect(complaints({ ...good, password_confirmation: 'Winter-12', pin: '', name: 'A' })).toEqual([
    ['name', 'Name must be at least 2 characters'],
    ['pin', 'PIN is required'],
    ['password_confirmation', 'Passwords do not match'],
  ])
})

test('a value that is no object is refused without a crash', () => {
  for (const value of [null, 'text', 7, []]) expect(newAccount.safeParse(value).success).toBe(false)
})
