import { goodBodies } from './good-bodies.ts'
import { officeThings } from './office-things.ts'
import { type Ids, things } from './own-things.ts'
import type { createPerson, TestApp } from './start-test-app.ts'

type Person = ReturnType<typeof createPerson>

/** Creates a thing for a call with this path, for its caller. */
export async function makeThing(path: string, { app, by }: { app: TestApp; by: Person }): Promise<Ids> {
  // If e-mail can be sent, everybody who signs up has to prove the address.
  await app.db.updateTable('email_providers').set({ is_active: false }).execute()
  const ofOffice = officeThings.find(([pattern]) => pattern.test(path))?.[1]
  if (ofOffice !== undefined) return ofOffice({ app, send: by.send })
  return (await things.find(([pattern]) => pattern.test(path))?.[1](by.send, app, by)) ?? {}
}

/** Bodies that have to fit the thing. */
const bodies: Record<string, (ids: Ids) => object> = {
  'POST /admin/requests/{id}/approve': () => ({}),
  'POST /admin/users/{id}/leaver/impact': ({ key }) => ({ key_ids: [key] }),
  'POST /admin/users/{id}/leaver/hand-over': ({ key, to }) => ({ key_ids: [key], to }),
  'POST /admin/users/{id}/leaver/let-go': ({ key }) => ({ key_ids: [key] }),
  'POST /admin/users/{id}/leaver/renewed': ({ key }) => ({ key_ids: [key], renewed: true }),
  'POST /reviews/{id}/answers': ({ item }) => ({ items: [item], answer: 'revoked' }),
  'POST /reviews/{id}/undo': ({ item }) => ({ items: [item] }),
  'POST /service-accounts/{id}/trusts': ({ issuer }) => ({ name: 'Publisher', issuer_id: issuer, rules: { sub: ['publisher'] } }),
  'POST /takes/{id}/approve': ({ number }) => ({ number: Number(number) }),
  'PUT /admin/users/{id}/role': () => ({ role: 'admin' }),
  'PUT /admin/users/{id}/status': () => ({ is_active: false, reason: 'Left' }),
}

/** Without what says how the thing was when somebody read it. */
export function bodyOf(call: string, ids: Ids): object {
  const { unchanged_since: _since, version: _version, updated_at: _time, ...body } = goodBodies[call] ?? {}
  return bodies[call]?.(ids) ?? body
}
