import { decodeBase32 } from '@twofold/contract/base32'
import { say } from '@twofold/contract/sentences/sentences'
import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import { sealedColumns } from '../platform/crypto/sealed-columns.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import { prepareSecret, windowAt } from '../platform/otp.ts'
import type { Tx } from '../platform/transaction.ts'
import { createPasskeyProofs } from './passkey-proofs.service.ts'
import type { PasskeysServiceDeps } from './passkeys.service.ts'
import { createRecoveryCodesService, type RecoveryCodesServiceDeps } from './recovery-codes.service.ts'
import { createSecondStepChecks } from './second-step-checks.service.ts'
import type { SecondStepServiceDeps } from './second-step.service.ts'
import { createTotpService, type TotpServiceDeps } from './totp.service.ts'

const now = Date.UTC(2026, 0, 1)
const at = (milliseconds: number) => new Date(now + milliseconds)
const ann = { id: 'ann', name: 'Ann', email: 'ann@example.org' } as Identity
const client = { address: '192.0.2.7' } as Client
const secret = Buffer.from('12345678901234567890')

/** Of the authenticator app, so many windows from now. */
const appCode = (distance = 0) => prepareSecret(secret, 'SHA1').code(windowAt(now, 30) + distance, 6)

interface Found {
  /** The stored authenticator app. */
  totp?: { confirmed_at: Date | null; last_window?: number } | undefined
  isPut?: boolean
  isConfirmed?: boolean
  isFirst?: boolean
  /** The tries of the account are used up until then; null: that is not known. */
  triesEnd?: Date | null
  /** Owner of the link, or its fault. */
  link?: string | Error
  isClean?: boolean
  passkey?: { recorded: boolean } | undefined
}

/** Every statement that changes something is kept, in order. */
function start(found: Found = {}) {
  const {
    totp = { confirmed_at: at(0) },
    isPut = true,
    isConfirmed = true,
    isFirst = false,
    triesEnd,
    link = 'ann',
    isClean = true,
    passkey,
  } = found
  const steps: unknown[] = []
  const note =
    <Answer>(name: string, answer?: Answer) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input.filter((part) => part !== tx)])
      return answer as Answer
    }
  const tx = { db: {} } as unknown as Tx
  const mac = (...parts: unknown[]) => Buffer.from(parts.join())
  const stored = [Buffer.concat([Buffer.from([0, 7]), mac('index', 7, 'recovery-code', 'ann', 'A'.repeat(26))])]
  const findTotp = async () =>
    'totp' in found && found.totp === undefined ? undefined : { last_window: null, ...totp, secret: Buffer.from('sealed') }
  const findCodes = async () => stored.map((hash, index) => ({ id: `code ${index}`, code_hash: hash }))
  const deps = {
    db: {} as Db,
    clock: createManualClock(now),
    policy: { name: 'Vault' },
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    crypto: {
      seal: (...input: unknown[]) => (steps.push(['seal', ...input]), Buffer.from('sealed')),
      open: () => secret,
      mac: (purpose: string, ...parts: unknown[]) => ({ version: 7, mac: mac(purpose, 7, ...parts) }),
      macWith: (purpose: string, version: number, ...parts: unknown[]) => (version === 7 ? mac(purpose, version, ...parts) : undefined),
    },
    totp: () => ({
      find: findTotp,
      lock: findTotp,
      putUnconfirmed: async () => isPut,
      confirm: note('confirm', isConfirmed),
      remove: note('remove', isPut),
      advance: note('advance'),
    }),
    codes: () => ({
      findUnused: findCodes,
      lockUnused: findCodes,
      lockPerson: note('lockPerson'),
      replaceAll: note('replaceAll'),
      put: note('put'),
      use: note('use'),
    }),
    guesses: () => ({
      reserveSecondStep: note('reserveSecondStep', triesEnd === undefined),
      find: async (kind: string) => (kind === 'second_step' && triesEnd !== null ? { locked_until: triesEnd } : undefined),
      giveBack: note('giveBack'),
    }),
    recoveryCodes: { makeFirst: async () => (isFirst ? ['AAAA'] : undefined), use: async () => false },
    links: {
      use: async () => {
        if (typeof link !== 'string') throw link
        return { user_id: link }
      },
    },
    trust: { isClean: async () => isClean },
    passkeys: { proveSecondStep: async () => passkey && { record: async () => passkey.recorded } },
    activity: { record: note('record') },
  }
  return {
    steps,
    tx,
    totp: createTotpService(deps as unknown as TotpServiceDeps),
    codes: createRecoveryCodesService(deps as unknown as RecoveryCodesServiceDeps),
    proof: createSecondStepChecks({ ...deps, totp: { use: async () => true } } as unknown as SecondStepServiceDeps),
  }
}

const errorOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error as { code: string; errors?: object },
  )
const codeOf = async (answer: Promise<unknown>) => (await errorOf(answer))?.code ?? 'done'
const kindsOf = ({ steps }: { steps: unknown[] }) =>
  steps.flatMap((step) => ((step as unknown[])[1] as { kind?: string } | undefined)?.kind ?? [])

test('an authenticator app gets a secret of 160 bits, sealed where rotation looks for it, and names the vault and the account', async () => {
  const { totp, steps } = start()
  const begun = await totp.begin(ann)
  expect(decodeBase32(begun.secret)).toHaveLength(20)
  expect(begun.uri).toBe(`otpauth://totp/Vault:ann%40example.org?secret=${begun.secret}&issuer=Vault&algorithm=SHA1&digits=6&period=30`)
  const [, purpose, place] = steps[0] as [string, string, { table: string; column: string; row: string; owner: string }]
  expect(sealedColumns).toContainEqual(expect.objectContaining({ table: place.table, column: place.column, purpose, row: 'user_id' }))
  expect([place.row, place.owner]).toEqual(['ann', 'ann'])
  expect(await codeOf(start({ isPut: false }).totp.begin(ann))).toBe('factors.totp_enabled')
})

test('an authenticator app is put in force by a code of its own, once', async () => {
  const unconfirmed = { totp: { confirmed_at: null } }
  const confirm = (found: Found, code = appCode()) => start(found).totp.confirm(ann, code)
  expect(await codeOf(confirm({ totp: undefined }))).toBe('factors.totp_not_begun')
  expect(await codeOf(confirm({ totp: { confirmed_at: at(0) } }))).toBe('factors.totp_enabled')
  expect(await errorOf(confirm(unconfirmed, appCode(2)))).toMatchObject({
    code: 'factors.code_wrong',
    errors: { code: [expect.any(String)] },
  })
  expect(await codeOf(confirm({ ...unconfirmed, isConfirmed: false }))).toBe('factors.totp_not_begun')
  const first = start({ ...unconfirmed, isFirst: true })
  expect(await first.totp.confirm(ann, appCode(-1))).toEqual({ ...say('totp.enabled'), recovery_codes: ['AAAA'] })
  expect([first.steps[0], kindsOf(first)]).toEqual([
    ['confirm', 'ann', Buffer.from('sealed'), windowAt(now, 30) - 1, at(0)],
    ['totp_enabled'],
  ])
  expect(await confirm(unconfirmed)).not.toHaveProperty('recovery_codes')
})

test('an authenticator app that is taken away stands in the activity of its person', async () => {
  const removed = start()
  expect([await removed.totp.remove(ann), kindsOf(removed)]).toEqual([say('totp.disabled'), ['totp_disabled']])
  const none = start({ isPut: false })
  expect([await codeOf(none.totp.remove(ann)), kindsOf(none)]).toEqual(['factors.totp_not_found', []])
})

test.each([
  ['of the window before', appCode(-1), -1],
  ['of this window, with a space and a dash', appCode().replace(/^(..)(..)/, '$1 $2-'), 0],
  ['of the window after', appCode(1), 1],
  ['of two windows ago', appCode(-2), undefined],
  ['with a digit more', `${appCode()}0`, undefined],
  ['with a digit less', appCode().slice(1), undefined],
  ['that is empty', '', undefined],
])('a code %s uses up its window only', async (_what, code, distance) => {
  const { totp, steps, tx } = start()
  expect(await totp.use(tx, 'ann', code)).toBe(distance !== undefined)
  expect(steps).toEqual(distance === undefined ? [] : [['advance', 'ann', windowAt(now, 30) + distance]])
})

test.each([
  [-1, true],
  [0, false],
  [1, false],
])('a code of now is good unless its window was used, or one after it: the last used is %i windows from it', async (distance, isRight) => {
  const { totp, tx } = start({ totp: { confirmed_at: at(0), last_window: windowAt(now, 30) + distance } })
  expect(await totp.use(tx, 'ann', appCode())).toBe(isRight)
})

test('an authenticator app that was never confirmed, or that there is not, opens nothing', async () => {
  for (const totp of [undefined, { confirmed_at: null }]) {
    const { steps, tx, ...it } = start({ totp })
    expect([await it.totp.use(tx, 'ann', appCode()), steps]).toEqual([false, []])
  }
})

test('a new set of recovery codes is announced, replaces the previous one, and is read in groups of four letters', async () => {
  const made = start()
  const codes = await made.codes.make('ann')
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/)
  expect(made.steps.map((step) => (step as string[])[0])).toEqual(['lockPerson', 'replaceAll', 'put', 'record'])
  expect(kindsOf(made)).toEqual(['recovery_codes_made'])
  // Nothing is good of the old ones here: there is one in the table that is not used.
  expect(await made.codes.makeFirst(made.tx, 'ann')).toBeUndefined()
})

test('a recovery code stays good over releases, rotations and the way it is typed, for its own account', async () => {
  const use = async (code: string, userId = 'ann') => {
    const { codes, tx, ...it } = start()
    return [await codes.use(tx, userId, code, client.address), kindsOf(it)]
  }
  expect(await use('AAAA-AAAA aaaa-AAAA-AAAA-AAAA-AA')).toEqual([true, ['recovery_code_used']])
  expect(await use('A'.repeat(26), 'bo')).toEqual([false, []])
  for (const other of ['A'.repeat(25), 'A'.repeat(27), '', 'B'.repeat(26)]) expect(await use(other)).toEqual([false, []])
})

test('an account has ten tries an hour; beyond them the answer says for how long, a second at least', async () => {
  const free = start()
  await free.proof.reserveTry('ann')
  expect(free.steps).toEqual([['reserveSecondStep', 'ann', { most: 10, windowEnds: at(3_600_000), now: at(0) }]])
  const waitOf = async (triesEnd: Date | null) => errorOf(start({ triesEnd }).proof.reserveTry('ann'))
  for (const [end, seconds] of [
    [at(90_500), 91],
    [at(-1), 1],
    [null, 3600],
  ] as const)
    expect(await waitOf(end)).toMatchObject({ code: 'rate.limited', parameters: { seconds }, retryAfter: seconds })
})

test.each<[string, Found, string]>([
  ['their own', {}, 'proof'],
  ['one that somebody else may have had', { isClean: false }, 'right'],
  ['one of somebody else', { link: 'bo' }, 'wrong'],
  ['one that is over', { link: fail('links.expired') }, 'wrong'],
])('for a link in an e-mail, %s is %o: %s', async (_what, found, verdict) => {
  const { proof, tx } = start(found)
  expect(await (await proof.prepare(ann, { method: 'email', code: 'x' }, client))(tx)).toBe(verdict)
})

test('a link that could not be looked at is no wrong one', async () => {
  const broken = new Error('No database.')
  const { proof, tx } = start({ link: broken })
  const check = await proof.prepare(ann, { method: 'email', code: 'x' }, client)
  expect(await errorOf(check(tx))).toBe(broken)
})

test.each([
  [undefined, 'wrong'],
  [{ recorded: false }, 'wrong'],
  [{ recorded: true }, 'proof'],
])('a passkey that is %o is %s', async (passkey, verdict) => {
  const { proof, tx } = start({ passkey })
  const check = await proof.prepare(ann, { method: 'passkey', challenge_id: 'x', assertion: {} as never }, client)
  expect(await check(tx)).toBe(verdict)
})

test('a passkey has to check its person where it stands for both factors, and is one of the account’s own where it is the second', async () => {
  const asked: unknown[] = []
  const proofs = createPasskeyProofs(
    {
      passkeys: () => ({ list: async (userId: string) => [`a passkey of ${userId}`] }),
      webauthn: { authenticationOptions: async (...input: unknown[]) => asked.push(input) },
    } as unknown as PasskeysServiceDeps,
    { ask: async (purpose: string, userId: string | null) => void asked.push([purpose, userId]) } as never,
  )
  await proofs.beginSignIn()
  await proofs.beginSecondStep('ann')
  expect(asked).toEqual([
    [[], 'required'],
    ['sign_in', null],
    [['a passkey of ann'], 'preferred'],
    ['second_step', 'ann'],
  ])
})
