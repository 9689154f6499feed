import { bulkUsers, resetUserPin, setUserRole, setUserStatus, updateUser } from '@twofold/contract/admin/users'
import { changeSettings } from '@twofold/contract/admin/settings'
import { expect, test } from 'vitest'
import type { Db } from '../platform/database.ts'
import { createSettingsStoreRepository } from '../platform/policy/settings.repository.ts'
import { idOf, type Person, startApprovals } from '../testing/approvals.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'

/** Di is an administrator, Vic has a key, Eve has none. */
type Ids = Record<'ann' | 'di' | 'vic' | 'eve', string>

interface Case {
  /** Somebody else’s change, which is under way while the act is judged. */
  change: (tx: Db, ids: Ids) => Promise<unknown>
  act: (ann: Person, ids: Ids) => Promise<{ status: number }>
}

const change = (tx: Db, id: string, values: { role?: 'user' | 'admin'; is_active?: boolean; email?: string; email_normalized?: string }) =>
  tx.updateTable('users').set(values).where('id', '=', id).execute()

const moved = { email: 'moved@example.org', email_normalized: 'moved@example.org' }

const cases: Record<string, Case> = {
  'who is demoted to be an administrator': {
    change: (tx, { di }) => change(tx, di, { role: 'user' }),
    act: (ann, { di }) => ann.call(setUserRole, { params: { id: di }, body: { role: 'admin' } }),
  },
  'an administrator who is deactivated to be active': {
    change: (tx, { di }) => change(tx, di, { is_active: false }),
    act: (ann, { di }) => ann.call(setUserStatus, { params: { id: di }, body: { is_active: true } }),
  },
  'the former address of somebody who moves': {
    change: (tx, { vic }) => change(tx, vic, moved),
    act: (ann, { vic }) => ann.call(updateUser, { params: { id: vic }, body: { name: 'vic', email: 'vic@example.org' } }),
  },
  'the PIN of somebody who becomes an administrator': {
    change: (tx, { eve }) => change(tx, eve, { role: 'admin' }),
    act: (ann, { eve }) => ann.call(resetUserPin, { params: { id: eve }, body: { new_pin: '7391' } }),
  },
  'a rule back that is tightened': {
    change: async (tx, { di }) => {
      const settings = createSettingsStoreRepository(tx)
      await settings.lock()
      await settings.put('quarantine_days', 3, di, new Date())
    },
    act: (ann) => ann.call(changeSettings, { body: { quarantine_days: 1 } }),
  },
}

async function start() {
  const { app, of } = await startApprovals(['ann', 'bo', 'di'])
  await app.signUp('eve@example.org')
  const [ann, di, vic, eve] = await Promise.all(['ann', 'di', 'vic', 'eve'].map((name) => idOf(app, name)))
  return { app, of, ids: { ann, di, vic, eve } as Ids }
}

test.each(Object.entries(cases))(
  'an administrator who sets %s asks for it, though it changed nothing when it was judged',
  async (_what, given) => {
    const { app, of, ids } = await start()
    const { answer } = await app.db.transaction().execute(async (tx) => {
      await given.change(tx, ids)
      const sent = given.act(of('ann'), ids)
      await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
      return { answer: sent }
    })
    expect((await answer).status).toBe(202)
    const requests = await app.db.selectFrom('requests').select('state').execute()
    expect(requests).toEqual([{ state: 'waiting' }])
  },
)

test('nobody slips into the filter of an act once it was judged', async () => {
  const { app, of, ids } = await start()
  const key = await app.db.selectFrom('keys').where('owner_id', '=', ids.vic).select('id').executeTakeFirstOrThrow()
  await of('vic').share(key.id, 'eve@example.org')
  const { answer } = await app.db.transaction().execute(async (tx) => {
    // The last that is asked while an act is judged.
    await tx.insertInto('endings_at_once').values({ administrator_id: ids.ann, times: [] }).execute()
    const sent = of('ann').call(bulkUsers, { body: { action: 'delete', matching: { search: 'Zacharias' } } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    await tx.updateTable('users').set({ name: 'Zacharias' }).where('id', '=', ids.vic).execute()
    return { answer: sent }
  })
  expect((await answer).body).toMatchObject({ results: [] })
  expect((await of('vic').codes()).map(({ id }) => id)).toEqual([key.id])
})
