import { createRequestSealer } from '../platform/crypto/sealers.ts'
import { showFactors } from './approvals.ts'
import type { Ids, Send } from './own-things.ts'
import type { TestApp } from './start-test-app.ts'
import { testPin } from './test-secrets.ts'

export interface Office {
  app: TestApp
  /** Of an administrator, whose PIN was entered. */
  send: Send
}

export type Make = (office: Office) => Promise<Ids>

export const newPerson = async ({ app }: Office): Promise<{ id: string }> => {
  const { email } = await app.signUp(`${crypto.randomUUID()}@example.org`)
  return app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
}

/** A new PIN for one, or a deactivation of several with one left. */
function actOn(subject: string, isCutOff: boolean) {
  if (isCutOff) {
    const body = { action: 'deactivate', ids: [subject], reason: 'Left' }
    return { act: 'bulk', call: 'POST /admin/users/bulk', detail: { action: 'deactivate' }, parts: { body } }
  }
  return {
    act: 'set_pin',
    call: 'POST /admin/users/{id}/reset-pin',
    detail: {},
    parts: { params: { id: subject }, body: { new_pin: testPin } },
  }
}

/** A request of another administrator about somebody; or of the caller. */
async function newRequest(office: Office, { isOwn = false, isCutOff = false } = {}) {
  const { app } = office
  const [{ id: subject_id }, { id: other }, id, now] = [
    await newPerson(office),
    await newPerson(office),
    crypto.randomUUID(),
    app.clock.now(),
  ]
  const root = await app.db.selectFrom('users').where('email', '=', 'root@example.org').select('id').executeTakeFirstOrThrow()
  await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', other).execute()
  const { parts, detail, ...asked } = actOn(subject_id, isCutOff)
  await app.db
    .insertInto('requests')
    .values({
      id,
      ...asked,
      asker_id: isOwn ? root.id : other,
      asker_name: 'Bo',
      asker_address: '192.0.2.1',
      subject_id: isCutOff ? null : subject_id,
      detail: JSON.stringify(detail),
      impact: JSON.stringify({ users: 1, keys: 0, shared_keys: 0, people: 0, sessions: 1, about: [subject_id] }),
      sealed: createRequestSealer(app.crypto).seal(id, JSON.stringify(parts)),
      state: isCutOff ? 'interrupted' : 'waiting',
      same_as: id,
      created_at: new Date(now),
      expires_at: new Date(now + 60_000),
      run_at: isCutOff ? new Date(now) : null,
    })
    .execute()
  return { id }
}

export const requestThings: [RegExp, Make][] = [
  [/^\/admin\/requests\/\{id\}\/(withdraw|reason)/, (office) => newRequest(office, { isOwn: true })],
  [/^\/admin\/requests\/\{id\}\/(end|resume)/, (office) => newRequest(office, { isOwn: true, isCutOff: true })],
  [
    /^\/admin\/requests\/\{id\}\/approve/,
    async (office) => {
      await showFactors(office.app)
      return newRequest(office)
    },
  ],
  [/^\/admin\/requests\//, (office) => newRequest(office)],
]
