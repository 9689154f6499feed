import type { ProgramKind, TokenScope } from '@twofold/contract/tokens'
import { newProgramToken } from '../../platform/crypto/program-token.ts'
import { hashToken } from '../../platform/crypto/token.ts'
import { createClient, type TestApp } from '../../testing/start-test-app.ts'

const day = 24 * 60 * 60 * 1000

export interface TestToken {
  kind: ProgramKind
  /** Owner: the id of a person or of a service account. */
  owner: string
  scopes?: TokenScope[]
  is_agent?: boolean
  networks?: string[] | null
  key_ids?: string[] | null
  expires_at?: Date
  created_by?: string
}

/** A token as it would be stored, and a client that calls with it. */
export async function makeToken(app: TestApp, { kind, owner, scopes = [], ...fields }: TestToken) {
  const id = crypto.randomUUID()
  const text = newProgramToken(kind)
  const isPersons = kind === 'pat' || kind === 'cli'
  const now = app.clock.date()
  await app.db
    .insertInto('access_tokens')
    .values({
      id,
      kind,
      user_id: isPersons ? owner : null,
      service_account_id: isPersons ? null : owner,
      name: `A ${kind} token`,
      token_hash: hashToken(text),
      last_four: text.slice(-4),
      scopes,
      created_at: now,
      expires_at: new Date(now.getTime() + day),
      ...fields,
    })
    .execute()
  return { id, text, ...createClient(app.url, { authorization: `Bearer ${text}` }) }
}

/** A service account in a new group of somebody's. */
export async function makeServiceAccount(app: TestApp, ownerId: string, name = 'Deploy bot'): Promise<{ id: string; group_id: string }> {
  const [id, group_id] = [crypto.randomUUID(), crypto.randomUUID()]
  const created_at = app.clock.date()
  await app.db.insertInto('groups').values({ id: group_id, owner_id: ownerId, name: 'Releases', created_at }).execute()
  await app.db.insertInto('service_accounts').values({ id, group_id, name, created_at }).execute()
  return { id, group_id }
}
