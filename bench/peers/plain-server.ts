import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash, randomBytes, randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import type { Pool } from 'pg'
import { serve, startDatabase } from './serve.ts'

/*
 * The work of `GET /api/keys/generate-codes` and of `GET /api/keys`, and nothing else: what a good engineer writes in an afternoon with Fastify and
 * `pg`, without a product's limits, headers, sharing and checks. Its statement is prepared and its answer has a schema.
 */

const people = 10
const keysPerPerson = 25
const period = 30
const vaultKey = createSecretKey(randomBytes(32))

function seal(text: Uint8Array, row: string) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', vaultKey, nonce, { authTagLength: 16 }).setAAD(Buffer.from(row))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, row: string) {
  const decipher = createDecipheriv('aes-256-gcm', vaultKey, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(row)).setAuthTag(sealed.subarray(-16))
  const text = decipher.update(sealed.subarray(12, -16))
  decipher.final()
  return text
}

function codeAt(window: number, secret: Buffer, digits: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(window))
  const mac = createHmac('sha1', createSecretKey(secret)).update(counter).digest()
  const value = mac.readUInt32BE((mac[19] as number) & 0xf) & 0x7fffffff
  return String(value % 10 ** digits).padStart(digits, '0')
}

const schema = `
  create table users (id uuid primary key, is_active boolean not null default true);
  create table sessions (token_hash bytea primary key, user_id uuid not null references users, expires_at timestamptz not null);
  create table keys (
    id uuid primary key, owner_id uuid not null references users, name text not null, kind text not null default 'totp', issuer text, account text,
    algorithm text not null default 'SHA1', digits smallint not null, period smallint default 30, counter bigint, tags text[] not null default '{}',
    is_favourite boolean not null default false, secret bytea not null, created_at timestamptz not null default now());
  create index on keys (owner_id);`

const keysOfSession = `
  select keys.id, keys.digits, keys.secret from sessions
  join users on users.id = sessions.user_id and users.is_active
  join keys on keys.owner_id = users.id
  where sessions.token_hash = $1 and sessions.expires_at > now()`

const listOfSession = `
  select keys.id, name, kind as type, issuer, account, algorithm, digits, period, counter, tags, is_favourite as favourite, keys.created_at
  from sessions
  join users on users.id = sessions.user_id and users.is_active
  join keys on keys.owner_id = users.id
  where sessions.token_hash = $1 and sessions.expires_at > now()
  order by keys.created_at, keys.id`

const text = { type: 'string' }
const item = { type: 'object', properties: { id: text, code: text, next_code: text, period: { type: 'integer' } } }
const optionalText = { type: ['string', 'null'] }
const optionalCount = { type: ['integer', 'null'] }
const key = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    type: text,
    issuer: optionalText,
    account: optionalText,
    algorithm: text,
    digits: { type: 'integer' },
    period: optionalCount,
    counter: optionalCount,
    tags: { type: 'array', items: text },
    favourite: { type: 'boolean' },
    created_at: text,
  },
}
const list = { type: 'object', properties: { own_keys: { type: 'array', items: key } } }
const refusal = { type: 'object', properties: { message: text } }
const answer = { type: 'object', properties: { codes: { type: 'array', items: item }, server_time: text } }

/** Answers the token of a session. */
async function addPerson(pool: Pool): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const user = randomUUID()
  await pool.query('insert into users values ($1)', [user])
  await pool.query(`insert into sessions values ($1, $2, now() + interval '1 day')`, [hash('sha256', token, 'buffer'), user])
  for (let count = 0; count < keysPerPerson; count++) {
    const id = randomUUID()
    await pool.query('insert into keys (id, owner_id, name, issuer, account, digits, secret) values ($1, $2, $3, $4, $5, 6, $6)', [
      id,
      user,
      `Key ${count}`,
      `Host ${count}`,
      'ann@example.org',
      seal(randomBytes(20), id),
    ])
  }
  return token
}

await serve(async (dataDir) => {
  const { pool, stop } = await startDatabase(dataDir)
  const app = fastify()
  app.get('/codes', { schema: { response: { 200: answer, 401: refusal } } }, async (request, reply) => {
    const token = hash('sha256', request.headers.authorization?.replace('Bearer ', '') ?? '', 'buffer')
    const { rows } = await pool.query<{ id: string; digits: number; secret: Buffer }>({
      name: 'codes',
      text: keysOfSession,
      values: [token],
    })
    if (rows.length === 0) return reply.code(401).send({ message: 'Please sign in.' })
    const now = Date.now()
    const window = Math.floor(now / 1000 / period)
    const codes = rows.map(({ id, digits, secret }) => {
      const bytes = open(secret, id)
      return { id, code: codeAt(window, bytes, digits), next_code: codeAt(window + 1, bytes, digits), period }
    })
    return { codes, server_time: new Date(now).toISOString() }
  })

  app.get('/keys', { schema: { response: { 200: list, 401: refusal } } }, async (request, reply) => {
    const token = hash('sha256', request.headers.authorization?.replace('Bearer ', '') ?? '', 'buffer')
    const { rows } = await pool.query<{ created_at: Date }>({ name: 'keys', text: listOfSession, values: [token] })
    if (rows.length === 0) return reply.code(401).send({ message: 'Please sign in.' })
    return { own_keys: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }
  })

  await pool.query(schema)
  const tokens: string[] = []
  for (let person = 0; person < people; person++) tokens.push(await addPerson(pool))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { ready: { url, tokens }, stop: () => app.close().then(stop) }
})
