/** Password and PIN of people in tests. */
export const testPassword = 'correct-horse-battery'
export const testPin = '2468'

/** Ann's sign-up data. */
export const testAccount = {
  name: 'Ann Example',
  email: 'ann@example.org',
  password: testPassword,
  password_confirmation: testPassword,
  pin: testPin,
}
