import { approveMailPath, getMailPath } from '@twofold/contract/admin/mail-path'
import { approveRequest } from '@twofold/contract/admin/requests'
import { releaseUser, resetUserPin } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { requestOf, startApprovals } from '../testing/approvals.ts'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'

type Office = Awaited<ReturnType<typeof startApprovals>>
type Sent = Promise<{ status: number; body: { code: string } }>

/** Prepares an approval by Bo, and answers the call. */
const approvals: Record<string, (office: Office) => Promise<() => Sent>> = {
  'a request': async ({ of, vic }) => {
    const params = requestOf(await of('ann').call(resetUserPin, { params: { id: vic }, body: { new_pin: '7391' } }))
    return () => of('bo').call(approveRequest, { params, body: {} })
  },
  'a change of the way of e-mails': async ({ app, of }) => {
    const hand = { kind: 'provider', target_name: 'Post', by_name: 'ann', happened_at: app.clock.date(), needs_approval: true }
    const { id: by_id } = await app.db.selectFrom('users').where('email', '=', 'ann@example.org').select('id').executeTakeFirstOrThrow()
    await app.db
      .insertInto('hands')
      .values({ id: crypto.randomUUID(), user_id: null, by_id, ...hand })
      .execute()
    const ids = (await of('bo').call(getMailPath, {})).body.changes.map(({ id }) => id)
    expect(ids).toHaveLength(1)
    return () => of('bo').call(approveMailPath, { body: { ids } })
  },
  'the end of a closure': async ({ app, of, vic }) => {
    const closed_at = app.clock.date()
    const codes_closed_until = new Date(app.clock.now() + 60_000)
    await app.db.updateTable('users').set({ closed_at, codes_closed_until }).where('id', '=', vic).execute()
    return () => of('bo').call(releaseUser, { params: { id: vic } })
  },
}

test.each(Object.entries(approvals))(
  'an administrator whose account is closed while they approve %s approves nothing',
  async (_what, prepare) => {
    const office = await startApprovals(['ann', 'bo'])
    const { app } = office
    const send = await prepare(office)
    const answer = await app.db.transaction().execute(async (tx) => {
      const secrets_closed_until = new Date(app.clock.now() + 60_000)
      await tx.updateTable('users').set({ secrets_closed_until }).where('email', '=', 'bo@example.org').execute()
      const sent = send()
      await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
      return { sent }
    })
    expect((await answer.sent).body.code).toBe('keys.secrets_closed')
  },
)
