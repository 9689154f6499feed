import { hash as digest, randomBytes, randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordCost } from '@twofold/server/src/platform/password-hash.ts'
import { fastify } from 'fastify'
import type { Pool } from 'pg'
import { password } from '../person.ts'
import { serve, startDatabase } from './serve.ts'

/*
 * The work of `POST /api/auth/login`, and nothing else: what a good engineer writes in an afternoon with Fastify and `pg`. It counts tries, checks the
 * password, and opens a session that its person can find in a list of what happened. Its statements are prepared and its answer has a schema.
 */

const people = 20

const schema = `
  create table users (id uuid primary key, email text not null unique, name text not null, password_hash text not null, is_active boolean not null default true, last_login_at timestamptz);
  create table tries (place text primary key, count int not null, until timestamptz not null);
  create table sessions (
    id uuid primary key, token_hash bytea not null unique, user_id uuid not null references users, user_agent text, ip inet,
    created_at timestamptz not null default now(), expires_at timestamptz not null);
  create table activity (id uuid primary key, user_id uuid not null references users, kind text not null, ip inet, happened_at timestamptz not null default now());
  create index on activity (user_id, happened_at);`

const countTry = `
  insert into tries as t values ($1, 1, now() + interval '1 minute')
  on conflict (place) do update set count = case when t.until < now() then 1 else t.count + 1 end, until = case when t.until < now() then excluded.until else t.until end
  returning count`

const text = { type: 'string' }
const answer = {
  type: 'object',
  properties: { access_token: text, user: { type: 'object', properties: { id: text, name: text, email: text } } },
}
const refusal = { type: 'object', properties: { message: text } }
const body = { type: 'object', required: ['email', 'password'], properties: { email: text, password: text } }

interface Account {
  id: string
  email: string
  name: string
  password_hash: string
}

async function openSession(pool: Pool, user: string, address: string, agent: string | undefined): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'seen', text: 'update users set last_login_at = now() where id = $1', values: [user] })
    await client.query({
      name: 'session',
      text: `insert into sessions (id, token_hash, user_id, user_agent, ip, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 day')`,
      values: [randomUUID(), digest('sha256', token, 'buffer'), user, agent, address],
    })
    await client.query({
      name: 'activity',
      text: `insert into activity (id, user_id, kind, ip) values ($1, $2, 'sign_in', $3)`,
      values: [randomUUID(), user, address],
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return token
}

await serve(async (dataDir) => {
  const { pool, stop } = await startDatabase(dataDir)
  const app = fastify()
  app.post<{ Body: { email: string; password: string } }>(
    '/api/auth/login',
    { schema: { body, response: { 200: answer, 422: refusal } } },
    async (request, reply) => {
      const { email, password: typed } = request.body
      await pool.query({ name: 'try', text: countTry, values: [`${request.ip} ${email}`] })
      const { rows } = await pool.query<Account>({
        name: 'find',
        text: 'select id, email, name, password_hash from users where email = $1 and is_active',
        values: [email],
      })
      const [account] = rows
      if (account === undefined || !(await verify(account.password_hash, typed))) return reply.code(422).send({ message: 'Wrong.' })
      const token = await openSession(pool, account.id, request.ip, request.headers['user-agent'])
      await pool.query({ name: 'forgive', text: 'delete from tries where place = $1', values: [`${request.ip} ${email}`] })
      return { access_token: token, user: account }
    },
  )
  await pool.query(schema)
  const stored = await hash(password, { ...passwordCost, parallelism: 1 })
  for (let person = 0; person < people; person++) {
    await pool.query('insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)', [
      randomUUID(),
      `person-${person}@example.org`,
      `Person ${person}`,
      stored,
    ])
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { ready: { url }, stop: () => app.close().then(stop) }
})
