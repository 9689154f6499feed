import type { TestApp } from '../../testing/start-test-app.ts'

export const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

/** Of the people who have addresses of this test. */
export async function countOf(app: TestApp, table: 'users' | 'sessions' | 'identities') {
  const people = await app.db
    .selectFrom('users')
    .where('email', 'like', `%${app.address('@example.org')}`)
    .select('id')
    .execute()
  if (table === 'users') return people.length
  const ids = people.map(({ id }) => id)
  return (
    await app.db
      .selectFrom(table)
      .where('user_id', 'in', [...ids, crypto.randomUUID()])
      .select('id')
      .execute()
  ).length
}
