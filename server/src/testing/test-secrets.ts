/** What people of tests sign in and unlock with. */
export const testPassword = 'correct-horse-battery'
export const testPin = '2468'
