import { addGroup } from '@twofold/contract/sharing/memberships'
import { expect } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { eventually } from '../../testing/eventually.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { idOfAccount } from '../../testing/account-row.ts'

/** An owner, a group and somebody to share with, while accounts end. */
export async function startEndings(app: TestApp) {
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { id } = (await ann.addKey('Code host')).key
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.enterPin()
  const idOf = (email: string) => idOfAccount(app, email)
  /** Asks while the account ends, and commits that once the answer waits for it. */
  async function askWhileEnding<T>(email: string, ask: () => Promise<T>): Promise<T> {
    const account = await app.accounts.require(await idOf(email))
    const { answer } = await app.transaction(async (tx) => {
      await app.deletion.endAccount(tx, account, null)
      const asked = ask()
      await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
      return { answer: asked }
    })
    return answer
  }
  async function shares() {
    const rows = await app.db.selectFrom('shares').where('key_id', '=', id).select(['recipient_id', 'revoked_at']).execute()
    return rows.map(({ recipient_id: recipient, revoked_at: end }) => ({ recipient, hasEnded: end !== null }))
  }
  return { app, ann, bo, params: { id }, group, idOf, askWhileEnding, shares }
}

export type Endings = Awaited<ReturnType<typeof startEndings>>
