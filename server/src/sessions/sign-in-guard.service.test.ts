import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import type { Client } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { createSignInGuard, lockedJob, type SignInGuardDeps, unlockedJob } from './sign-in-guard.service.ts'

const now = Date.UTC(2026, 0, 1)
const minute = 60_000
const day = 24 * 60 * minute
const inMinutes = (minutes: number) => new Date(now + minutes * minute)
const client = { address: '192.0.2.7', network: '192.0.2.7/32' } as Client
const emailHash = hashToken('ann@example.org')
const place = { emailHash, network: client.network }
const job = { emailHash: emailHash.toString('hex'), network: client.network, address: client.address, until: inMinutes(15).toISOString() }

interface Found {
  /** With this try. */
  failures?: number
  lockedUntil?: Date | null
  account?: string | undefined
}

/** Every statement, event and job is kept, in order. */
function start({ failures = 1, lockedUntil = null, account }: Found = {}) {
  const steps: unknown[] = []
  const note =
    (name: string, answer?: unknown) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input])
      return answer
    }
  const rows = {
    reserve: note('reserve', { failures, locked_until: lockedUntil }),
    release: note('release'),
    clear: note('clear'),
    lock: note('lock'),
    findLock: note('findLock', lockedUntil),
    putFailure: note('putFailure'),
    findAccountId: note('findAccountId', account),
    removable: (...input: unknown[]) => input,
  }
  const writeLast = (write: () => Promise<unknown>) => {
    steps.push(['with the transaction'])
    void write()
  }
  const tx = { db: {}, enqueue: note('enqueue'), emit: note('emit'), writeLast } as unknown as Tx
  const guard = createSignInGuard({
    db: {} as Db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    guard: () => rows,
    activity: { record: async (_tx: Tx, entry: object) => void steps.push(['record', entry]) },
  } as unknown as SignInGuardDeps)
  const attempt = (proven: string | undefined, entering = enterWith) =>
    guard.attempt(' ANN@example.org', client, {
      find: note('find', 'found'),
      check: async (found) => {
        steps.push(['check', found])
        return proven
      },
      enter: async (account, forget) => {
        steps.push(['enter', account])
        return entering(() => forget(tx))
      },
    })
  return { guard, steps, attempt, names: () => steps.map((step) => (step as string[])[0]) }
}

/** Opens a session in a transaction. */
const enterWith = (forget: () => void) => {
  forget()
  return 'in'
}

const errorOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a try is counted before it is looked at, and a right one forgets those before', async () => {
  const { steps, attempt } = start({ failures: 10 })
  expect(await attempt('Ann', enterWith)).toBe('in')
  expect(steps).toEqual([
    ['reserve', place, 10, new Date(now), inMinutes(15)],
    ['find'],
    ['check', 'found'],
    ['enter', 'Ann'],
    ['with the transaction'],
    ['clear', place],
  ])
})

test('a right try forgets those before by itself where it opens nothing, or where that fails', async () => {
  const unproven = start()
  expect(await unproven.attempt('Ann', () => 'your address first')).toBe('your address first')
  expect(unproven.names().slice(3)).toEqual(['enter', 'clear'])
  const duringMaintenance = start()
  const refuse = (forget: () => void) => {
    forget()
    throw new Error('Maintenance.')
  }
  expect(await errorOf(duringMaintenance.attempt('Ann', refuse))).toEqual(new Error('Maintenance.'))
  expect(duringMaintenance.names().slice(3)).toEqual(['enter', 'with the transaction', 'clear', 'clear'])
})

test('a wrong try is kept under what was typed and from where; only the tenth locks, for 15 minutes and by a job', async () => {
  const ninth = start({ failures: 9 })
  expect(await ninth.attempt(undefined)).toBeUndefined()
  expect(ninth.steps.slice(2)).toEqual([
    ['check', 'found'],
    ['putFailure', emailHash, client.address, new Date(now)],
  ])
  const tenth = start({ failures: 10 })
  expect(await tenth.attempt(undefined)).toBeUndefined()
  expect(tenth.steps.slice(4)).toEqual([
    ['lock', place, inMinutes(15)],
    ['enqueue', lockedJob, job],
  ])
})

test('beyond ten nothing is checked, right or wrong, and the answer says for how long', async () => {
  const { attempt, names } = start({ failures: 11, lockedUntil: new Date(now + 90_500) })
  expect(await errorOf(attempt('Ann'))).toMatchObject({
    code: 'auth.locked',
    message: expect.stringMatching(/in 2 minutes\.$/) as string,
    parameters: { minutes: 2 },
    retryAfter: 91,
  })
  expect(names()).toEqual(['reserve', 'find'])
  // The one who should have locked may have died.
  expect(await errorOf(start({ failures: 11 }).attempt('Ann'))).toMatchObject({ parameters: { minutes: 15 }, retryAfter: 900 })
  const nearly = start({ failures: 11, lockedUntil: new Date(now) })
  expect(await errorOf(nearly.attempt('Ann'))).toMatchObject({
    message: expect.stringMatching(/in 1 minute\.$/) as string,
    parameters: { minutes: 1 },
    retryAfter: 1,
  })
})

test('a try that could not be looked at does not count, and its error is the answer', async () => {
  const broken = new Error('No database.')
  const whileChecked = start()
  const work = { find: async () => 'found', check: () => Promise.reject(broken), enter: async () => 'in' }
  expect(await errorOf(whileChecked.guard.attempt('ann@example.org', client, work))).toBe(broken)
  expect(whileChecked.steps.slice(1)).toEqual([['release', place]])
  const whileFound = start()
  const never = { ...work, find: () => Promise.reject(broken), check: async () => 'Ann' }
  expect(await errorOf(whileFound.guard.attempt('ann@example.org', client, never))).toBe(broken)
  expect(whileFound.names()).toEqual(['reserve', 'release'])
})

test('a sign-in that is no guess waits for the lock of its address and network, until its very millisecond', async () => {
  const until = (lockedUntil: Date | null) => errorOf(start({ lockedUntil }).guard.requireUnlocked({} as Db, 'Ann@Example.org', client))
  expect(await until(null)).toBeUndefined()
  expect(await until(new Date(now))).toBeUndefined()
  expect(await until(new Date(now + 1))).toMatchObject({ code: 'auth.locked', parameters: { minutes: 1 }, retryAfter: 1 })
  expect(await until(inMinutes(3))).toMatchObject({ parameters: { minutes: 3 }, retryAfter: 180 })
  const { guard, steps } = start()
  await guard.requireUnlocked({} as Db, 'Ann@Example.org', client)
  expect(steps).toEqual([['findLock', place]])
})

test('a lock is announced to the person of the address, and nobody is notified for an address without an account', async () => {
  const anns = start({ account: 'ann' })
  await anns.guard.notifyLocked(job)
  const data = { 'lock.until': job.until, 'login.ip': client.address }
  expect(anns.steps).toEqual([
    ['findAccountId', emailHash],
    ['emit', 'user.account.locked', { to: { user_id: 'ann' }, data }],
    ['record', { userId: 'ann', kind: 'account_locked', address: client.address }],
    ['enqueue', unlockedJob, job, { after: 900 }],
  ])
  const nobodys = start()
  await nobodys.guard.notifyLocked(job)
  await nobodys.guard.notifyUnlocked(job)
  expect(nobodys.names()).toEqual(['findAccountId', 'findAccountId'])
})

test('the end of a lock is announced if nothing ended it before, and no further tries have locked again', async () => {
  const still = start({ account: 'ann', lockedUntil: new Date(job.until) })
  await still.guard.notifyUnlocked(job)
  const data = { 'lock.until': job.until, 'login.ip': client.address }
  expect(still.steps).toEqual([
    ['findAccountId', emailHash],
    ['findLock', place],
    ['emit', 'user.account.unlocked', { to: { user_id: 'ann' }, data }],
  ])
  for (const lockedUntil of [null, inMinutes(30)]) {
    const over = start({ account: 'ann', lockedUntil })
    await over.guard.notifyUnlocked(job)
    expect(over.names()).toEqual(['findAccountId', 'findLock'])
  }
})

test('wrong tries are kept for three days, and counts that nobody added to for one', () => {
  expect(start().guard.removable()).toEqual([new Date(now - 3 * day), new Date(now - day)])
})
