import { listUsers, setUserStatus } from '@twofold/contract/admin/users'
import { showSecret } from '@twofold/contract/keys'
import { verifyPin } from '@twofold/contract/pin'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { inDatabase } from './database.ts'
import { addKey, newAccount, type Person, signUp } from './people.ts'

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

const shareWith = (owner: Person, keyId: string, email: string, permission: 'admin' | 'view') =>
  call(owner.app, shareKey, { params: { id: keyId }, body: { email, permission } }, bearer(owner))

async function idOf(admin: Person, { email }: Pick<Person, 'email'>): Promise<string> {
  const { data } = await call(admin.app, { ...listUsers, path: `/admin/users?search=${email}` }, { query: {} }, bearer(admin))
  return data[0]?.id ?? ''
}

/** Nobody takes keys over in their first 30 days. */
export const letInherit = ({ app, email }: Pick<Person, 'app' | 'email'>) =>
  inDatabase(app, "update users set created_at = created_at - interval '60 days' where email = $1", [email])

/**
 * Somebody who owns two keys, one of which `friend` has, has seen the secret of another's, and had codes of one more. `leave` deactivates
 * them.
 */
export async function makeLeaver(admin: Person, friend: Person, name = 'Leo Leaver') {
  const leaver = await signUp(admin.app, newAccount(name))
  const [door] = [await addKey(leaver, { name: 'Cloud console' }), await addKey(leaver, { name: 'Door of the old office' })]
  await shareWith(leaver, door, friend.email, 'view')
  const [seen, codes] = [await addKey(friend, { name: 'Payroll' }), await addKey(friend, { name: 'Newsletter' })]
  await shareWith(friend, seen, leaver.email, 'admin')
  await shareWith(friend, codes, leaver.email, 'view')
  await call(leaver.app, verifyPin, { body: { pin: leaver.pin } }, bearer(leaver))
  await call(leaver.app, showSecret, { params: { id: seen } }, bearer(leaver))
  const id = await idOf(admin, leaver)
  await letInherit(friend)
  return {
    leaver,
    id,
    leave: () => call(admin.app, setUserStatus, { params: { id }, body: { is_active: false, reason: 'Left the company' } }, bearer(admin)),
  }
}
