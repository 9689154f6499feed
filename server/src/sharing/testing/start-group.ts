import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import type { TestApp } from '../../testing/start-test-app.ts'

/** Ann has two keys and a group without members; Bo and Cy have accounts, and the stranger has none. */
export async function startGroup(app: TestApp) {
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const [host, mail] = [await ann.addKey('Code host'), await ann.addKey('Mail')]
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  const params = { id: group.id }
  const stranger = app.address('zz@example.org')
  const add = async (email: string) => (await ann.call(addGroupMember, { params, body: { email } })).body
  return { app, ann, bo, cy, stranger, keys: [host.key.id, mail.key.id].toSorted(), params, add }
}
