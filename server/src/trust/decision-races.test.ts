import { approveRequest, explainRequest, getRequest, refuseRequest, stopRequest, withdrawRequest } from '@twofold/contract/admin/requests'
import { resetUserPin } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { requestOf, startApprovals } from '../testing/approvals.ts'

type Office = Awaited<ReturnType<typeof startApprovals>>
type Call = () => Promise<{ status: number }>

const decisionsOf = ({ of }: Office, params: { id: string }): Record<string, Call> => ({
  'bo approves': () => of('bo').call(approveRequest, { params, body: {} }),
  'cy approves': () => of('cy').call(approveRequest, { params, body: {} }),
  'bo refuses': () => of('bo').call(refuseRequest, { params, body: { reason: 'No.' } }),
  'cy refuses': () => of('cy').call(refuseRequest, { params, body: { reason: 'No.' } }),
  'ann withdraws': () => of('ann').call(withdrawRequest, { params }),
  'vic stops': () => of('vic').call(stopRequest, { params }),
})

async function listActs({ app }: Office): Promise<string[]> {
  const rows = await app.db.selectFrom('audit_log').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}

const ends = new Set(['request.approved', 'request.refused', 'request.withdrawn', 'request.stopped'])

test('one of the decisions that come at once holds, each twice and in pairs or all together; its act happens once or never', async () => {
  const office = await startApprovals(['ann', 'bo', 'cy'])
  const { app, of, vic } = office
  const names = Object.keys(decisionsOf(office, { id: '' }))
  const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other]))
  for (const chosen of [...pairs, names, names]) {
    const before = (await listActs(office)).length
    const params = requestOf(await of('ann').call(resetUserPin, { params: { id: vic }, body: { new_pin: '7391' } }))
    const sent = Object.entries(decisionsOf(office, params)).flatMap(([name, send]) => (chosen.includes(name) ? [send, send] : []))
    const [answers] = await Promise.all([
      Promise.all(sent.map((send) => send())),
      of('ann').call(explainRequest, { params, body: { reason: 'Forgot it.' } }),
      app.requests.look(),
    ])
    const acts = (await listActs(office)).slice(before)
    const { state } = (await of('cy').call(getRequest, { params })).body.request
    expect({
      chosen,
      held: answers.filter(({ status }) => status === 200).length,
      others: answers.filter(({ status }) => status !== 200 && status !== 409),
      ends: acts.filter((action) => ends.has(action)).length,
      acts: acts.filter((action) => action === 'user.pin_reset').length,
    }).toEqual({ chosen, held: 1, others: [], ends: 1, acts: state === 'carried_out' ? 1 : 0 })
  }
})
