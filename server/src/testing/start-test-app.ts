import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallInput, CallResponse, Endpoint } from '@twofold/contract/endpoint'
import type { ErrorBody } from '@twofold/contract/errors'
import { addKey } from '@twofold/contract/keys'
import { generateCodes } from '@twofold/contract/codes'
import { verifyPin } from '@twofold/contract/pin'
import { signUp } from '@twofold/contract/sessions'
import { shareKey } from '@twofold/contract/sharing/grants'
import { inject, onTestFinished, type RunnerTestCase } from 'vitest'
import { type AppDeps, createApp } from '../app.ts'
import { keptRenderWorkers } from '../mail-design/testing/kept-render-workers.ts'
import { createManualClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { openCrypto } from '../platform/crypto/crypto.ts'
import { loadRootKey } from '../platform/crypto/root-key.ts'
import { createLog } from '../platform/log.ts'
import type { Db } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createTestDatabase, openDatabase, openTestPool, testTimeoutMs } from '../platform/testing/test-database.ts'
import { sendRequest } from './send-request.ts'
import { testPassword, testPin } from './test-secrets.ts'

export { testPassword, testPin }

const databaseTimeout = { DATABASE_TIMEOUT_SECONDS: String(testTimeoutMs / 1000) }

const cheapHash = { memoryCost: 1024, timeCost: 1 }

export interface TestAppOptions {
  env?: Record<string, string>
  /** Whether jobs are worked on. */
  work?: boolean
  /** True: jobs have their schedules, as in the product. */
  byClock?: boolean
  /** Milliseconds since 1970 at which the clock stands. */
  now?: number
  rateLimitFactor?: number
  /** False: nobody but the first administrator gets an account before there is one, as in the product. */
  openBeforeSetUp?: boolean
  /** True: administrators are asked for a second factor, as in a new installation. */
  asksForFactors?: boolean
  /** From which level on `logged` has what was logged. */
  logLevel?: string
  /** Milliseconds of processor time in which an e-mail must be made. */
  renderMilliseconds?: number
  /** Source of webhook certificates. */
  fetchCertificate?: NonNullable<AppDeps['fetchCertificate']>
  /** Addresses of the identity providers. */
  providerAddresses?: NonNullable<AppDeps['providerAddresses']>
  /** For longer than the running test: `shareApp`. */
  atEnd?: AtEnd
  /** Maps sign-up addresses: `shareApp`. */
  address?: (email: string) => string
}

/** Registers what is done when an application is no longer needed, the last first. `task`: the test that it was for. */
export type AtEnd = (act: (ended: { task?: Pick<RunnerTestCase, 'result'> }) => void | Promise<void>) => void

export interface Answer<T> {
  status: number
  headers: Headers
  body: T & ErrorBody
}

/** A real application on a database and a port of its own, for the running test. */
export async function startTestApp(options: TestAppOptions = {}) {
  const { atEnd = onTestFinished, address = (email: string) => email } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-app-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const database = await createDatabaseOfApp(dataDir, options.env)
  atEnd(database.drop)
  const { connection } = database
  const clock = createManualClock(options.now ?? Date.now())
  const lines: string[] = []
  const log = createLog(options.logLevel ?? 'warn', { write: (line: string) => void lines.push(line) })
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_POOL: '8',
    APPROVALS: 'none',
    ...databaseTimeout,
    ...options.env,
  })
  const db = await openDatabase(database, { poolSize: config.databasePool, log, timeoutMs: config.databaseTimeoutMs })
  const rootKey = await loadRootKey({ ...config.masterKey, dataDir, db })
  const crypto = await openCrypto({ db, rootKey, log })
  const app = await createApp({
    config,
    db,
    connection,
    crypto,
    rootKey,
    log,
    clock,
    cost: { password: cheapHash, pin: cheapHash },
    rateLimitFactor: options.rateLimitFactor ?? 1000,
    renderWorkers: keptRenderWorkers,
    renderBudget: {
      longestMilliseconds: testTimeoutMs,
      ...(options.renderMilliseconds === undefined ? {} : { cpuMilliseconds: options.renderMilliseconds }),
    },
    openBeforeSetUp: options.openBeforeSetUp ?? true,
    ...(options.asksForFactors === true ? {} : { policyDefaults: { second_factor: 'optional' } }),
    ...(options.providerAddresses === undefined ? {} : { providerAddresses: options.providerAddresses }),
    ...(options.fetchCertificate === undefined ? {} : { fetchCertificate: options.fetchCertificate }),
  })
  // The clock of a test stands still while that of the database goes on.
  await app.jobs.start({ work: options.work ?? false, byClock: options.byClock ?? false, lookEvery: 2 })
  await app.mailDelivery.start({ work: options.work ?? false })
  if (options.work ?? false) app.auditChain.start()
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  atEnd(async ({ task }) => {
    if (task?.result?.state === 'fail' && lines.length > 0) console.log(lines.join(''))
    await app.stop(5000)
    crypto.close()
    await db.destroy()
    const undeclared = app.server.undeclared.list()
    if (undeclared.length > 0) throw new Error(`Errors that their calls do not declare in the contract:\n${undeclared.join('\n')}`)
  })

  const client = createClient(url)
  return {
    ...app,
    url,
    db,
    crypto,
    rootKey,
    clock,
    config,
    /** As the application connects. */
    connection,
    /** As the owner of the tables, for what the application may not do. */
    owner: database.owner,
    asOwner: openOnce(database.owner, atEnd),
    /** Logged lines, by default at warn and above. */
    logged: () => lines.join(''),
    ...client,
    /** The address as the running test has it, apart from other tests' where they share the application. */
    address,
    /** A new account at that address, signed in as a program would be. */
    async signUp(wanted: string, name = wanted.split('@')[0] ?? wanted) {
      const email = address(wanted)
      const answer = await client.call(signUp, {
        body: { name: name.padEnd(2, '.'), email, password: testPassword, password_confirmation: testPassword, pin: testPin },
      })
      if (answer.body.access_token === undefined) throw new Error(`Sign-up failed: ${JSON.stringify(answer.body)}`)
      return createPerson(url, email, answer.body.access_token)
    },
  }
}

/** As after a first start, of which the root key is left in the data folder; where the test brings a key of its own, as before it. */
async function createDatabaseOfApp(dataDir: string, env: Record<string, string> = {}) {
  if ('MASTER_KEY' in env || 'MASTER_KEY_FILE' in env) return createTestDatabase()
  const started = inject('startedApp')
  await writeFile(join(dataDir, 'master.key'), started.rootKeyFile, { mode: 0o600 })
  return createTestDatabase(started.database)
}

/** From its first use on. */
function openOnce(connection: PostgresConnection, atEnd: AtEnd): () => Db {
  let db: Db | undefined
  return () => {
    if (db !== undefined) return db
    const opened = openTestPool({ connection, poolSize: 2, log: createLog('silent') })
    atEnd(() => opened.destroy())
    return (db = opened)
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Somebody who is signed in. */
export function createPerson(url: string, email: string, token: string) {
  const client = createClient(url, { authorization: `Bearer ${token}` })
  return {
    ...client,
    email,
    token,
    async addKey(name: string, fields: Partial<CallInput<typeof addKey>['body']> = {}) {
      const answer = await client.call(addKey, { body: { name, ...fields } })
      if (answer.status !== 201) throw new Error(`Adding a key failed: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Answers the share's id. */
    async share(keyId: string, email: string, fields: Partial<CallInput<typeof shareKey>['body']> = {}) {
      const answer = await client.call(shareKey, { params: { id: keyId }, body: { email, ...fields } })
      if (answer.body.share_id === null) throw new Error(`Sharing failed: ${JSON.stringify(answer.body)}`)
      return answer.body.share_id
    },
    /** Enters the PIN, which lets data leave the vault for some minutes. */
    async enterPin() {
      await client.call(verifyPin, { body: { pin: testPin } })
    },
    /** The ids of the keys whose codes the person sees, in order. */
    async visible() {
      return (await client.call(generateCodes, {})).body.codes.map(({ id }) => id).toSorted()
    },
    async codes() {
      return (await client.call(generateCodes, {})).body.codes
    },
  }
}

export function createClient(url: string, fixedHeaders: Record<string, string> = {}) {
  /** Any request, exactly as given. */
  async function send<T = unknown>(
    method: string,
    path: string,
    options: { body?: unknown; raw?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) {
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const { status, headers, text } = await sendRequest(method, `${url}${path}`, {
      headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...fixedHeaders, ...options.headers },
      body: payload,
      signal: options.signal,
    })
    const isJson = headers.get('content-type')?.includes('json') === true && text !== ''
    return { status, headers, text, body: (isJson ? JSON.parse(text) : {}) as T & ErrorBody }
  }

  return {
    send,
    /** A call of the contract. */
    call<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers: Record<string, string> = {}): Promise<Answer<CallResponse<E>>> {
      const { params = {}, query = {}, body } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const search = new URLSearchParams(query).toString()
      return send<CallResponse<E>>(endpoint.method, `/api${path}${search === '' ? '' : `?${search}`}`, {
        headers,
        ...(body === undefined ? {} : { body }),
      })
    },
  }
}
