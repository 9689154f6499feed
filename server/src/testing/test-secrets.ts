/** What people of tests sign in and unlock with. */
export const testPassword = 'correct-horse-battery'
export const testPin = '2468'

/** What Ann signs up with. */
export const testAccount = {
  name: 'Ann Example',
  email: 'ann@example.org',
  password: testPassword,
  password_confirmation: testPassword,
  pin: testPin,
}
