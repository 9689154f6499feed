import { handOverKeys } from '@twofold/contract/admin/leavers'
import {
  deleteUser,
  makeResetLink,
  releaseUser,
  removeUserFactors,
  resetUserPassword,
  resetUserPin,
  setUserRole,
  setUserStatus,
  unlockUser,
  updateUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import { restoreUser } from '@twofold/contract/admin/restored-users'
import { listBackupCodes } from '@twofold/contract/backup-codes'
import { generateCodes, nextCode } from '@twofold/contract/codes'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { beginTotp, passSecondFactor } from '@twofold/contract/factors'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { requestNewPin, setForgottenPin, verifyPin } from '@twofold/contract/pin'
import { changePassword, changePin, updateProfile } from '@twofold/contract/profile'
import { requestPasswordReset, signIn } from '@twofold/contract/sessions'
import { shareKey } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { exportKeys } from '@twofold/contract/transfer'
import { proveAccount } from '@twofold/contract/trust'
import { expect } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { eventsOf, newestToken, runPutOff } from './queued-events.ts'
import { startAccomplices } from './insider-accomplices.ts'
import { createPerson } from './start-test-app.ts'
import { day, started } from './insiders.ts'

const thief = 'thief@example.org'
const pins = ['9999', '1111'] as const

/** Numbers from 0 up to, not including, 1; the same ones for the same seed (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * An administrator who wants Ann's codes, with a second account of theirs, carries out `steps` random acts within the waiting time after the first:
 * as themselves, through programs, and as the person another key waits for. They read e-mail to their own address, and all e-mail after they changed
 * its path. After each step only Ann may see anything of hers. Fails with the seed and the acts.
 */
export async function tryInsider(seed: number, steps: number): Promise<{ opened: number }> {
  // As it is by default: whether an address has to be proven follows from whether e-mail goes out.
  const app = await started({ env: { EMAIL_VERIFICATION: 'auto' } })
  const random = numbersFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const params = { id: app.id }
  // As old as an account can be that is no heir yet: a hand-over to an older one takes a second administrator's word.
  const created_at = new Date(app.clock.now() - 29 * day)
  await app.db.updateTable('users').set({ created_at }).where('email', '=', app.second.email).execute()
  const key = { id: app.key }
  const done: string[] = []
  // Whether what is e-mailed to anybody goes by a server of theirs.
  const mail = { isRead: false }
  let passwords: string[] = []
  let thiefs: ReturnType<typeof createPerson>[] = []
  let opened = 0
  let left = day - 60_000
  let { admin }: { admin: ReturnType<typeof createPerson> } = app

  const addressOf = async () => (await app.db.selectFrom('users').where('id', '=', app.id).select('email').executeTakeFirst())?.email ?? ''
  const reads = async () => mail.isRead || (await addressOf()) === thief
  const session = () => pick(thiefs)
  const others = await startAccomplices(app, { admin: () => admin, session, mail })
  const { secondId, enterSecond } = others

  async function enter() {
    const password = pick(passwords)
    const { body } = await app.call(signIn, { body: { email: await addressOf(), password } })
    if (body.access_token === undefined) return
    const waiting = createPerson(app.url, thief, body.access_token)
    if (body.password_change_required === true) {
      const next = `password-${random()}`
      const fields = { current_password: password, new_password: next, new_password_confirmation: next }
      if ((await waiting.call(changePassword, { body: fields })).status === 200) passwords = [next]
      return
    }
    if (body.second_factor_required !== true) return void thiefs.push(waiting)
    if (!(await reads()) || (await eventsOf(app, 'user.login.confirmation')).length === 0) return
    const code = await newestToken(app, 'user.login.confirmation')
    const passed = await waiting.call(passSecondFactor, { body: { method: 'email', code } })
    if (passed.body.access_token !== undefined) thiefs.push(createPerson(app.url, thief, passed.body.access_token))
  }

  async function follow(token: string) {
    const password = `password-${random()}`
    const { status } = await app.call(resetPassword, { body: { token, password, password_confirmation: password } })
    if (status === 200) passwords = [password]
  }

  /** An administrator's possible acts on Ann and on the mail path. */
  const hands: Record<string, () => Promise<unknown>> = {
    'changes the address': () => admin.call(updateUser, { params, body: { name: 'Ann Example', email: thief } }),
    'puts the address back': () => admin.call(updateUser, { params, body: { name: 'Ann Example', email: app.ann.email } }),
    'sets the password': async () => {
      const password = `password-${random()}`
      const { status } = await admin.call(resetUserPassword, { params, body: { new_password: password } })
      if (status === 200) passwords = [password]
    },
    'sets the PIN': () => admin.call(resetUserPin, { params, body: { new_pin: pick(pins) } }),
    'removes the factors': () => admin.call(removeUserFactors, { params }),
    'makes a reset link and follows it': async () => {
      const { body } = await admin.call(makeResetLink, { params, body: { delivery: 'link' } })
      await follow(body.link?.split('#token=')[1] ?? '')
    },
    unlocks: () => admin.call(unlockUser, { params }),
    'vouches for the address': () => admin.call(verifyUserEmail, { params }),
    deactivates: () => admin.call(setUserStatus, { params, body: { is_active: false, reason: '' } }),
    activates: () => admin.call(setUserStatus, { params, body: { is_active: true, reason: '' } }),
    'promotes Ann': () => admin.call(setUserRole, { params, body: { role: 'admin' } }),
    'demotes Ann': () => admin.call(setUserRole, { params, body: { role: 'user' } }),
    'deletes and restores': async () => {
      await admin.call(deleteUser, { params })
      await admin.call(restoreUser, { params, body: { email: thief } })
    },
    'hands the keys over': () => admin.call(handOverKeys, { params, body: { all: true, to: secondId } }),
    'sends through a server of their own': async () => {
      const { status } = await admin.call(createProvider, { body: (await useSmtpSink()).provider })
      if (status === 201) mail.isRead = true
    },
    releases: () => admin.call(releaseUser, { params }),
    'has the second account promoted and releases': async () => {
      await admin.call(setUserRole, { params: { id: secondId }, body: { role: 'admin' } })
      const again = await enterSecond()
      await again.enterPin()
      await again.call(releaseUser, { params })
    },
    ...others.hands,
  }

  /** Possible acts of a person without any proof of Ann's. */
  const tries: Record<string, () => Promise<unknown>> = {
    'asks for a reset and follows it': async () => {
      const before = (await eventsOf(app, 'user.password.reset_requested')).length
      await app.call(requestPasswordReset, { body: { email: await addressOf() } })
      await runPutOff(app)
      const isNew = (await eventsOf(app, 'user.password.reset_requested')).length > before
      if (isNew && (await reads())) await follow(await newestToken(app, 'user.password.reset_requested'))
    },
    'signs in as Ann': enter,
    'signs in as Ann again': enter,
    'tries a PIN': () => session().call(verifyPin, { body: { pin: pick(pins) } }),
    'proves by a PIN': () => session().call(proveAccount, { body: { method: 'pin', pin: pick(pins) } }),
    'proves by a password': () => session().call(proveAccount, { body: { method: 'password', password: pick(passwords) } }),
    'changes the PIN': () =>
      session().call(changePin, {
        body: {
          current_pin: pick(pins),
          new_pin: pick(pins),
          new_pin_confirmation: '1111',
          ...(random() < 0.5 ? { current_password: pick(passwords) } : {}),
        },
      }),
    'asks for a new PIN and follows it': async () => {
      const { status } = await session().call(requestNewPin, { body: { current_password: pick(passwords) } })
      if (status !== 200 || !(await reads())) return
      const token = await newestToken(app, 'pin.forgotten')
      const pin = pick(pins)
      await app.call(setForgottenPin, { body: { token, password: pick(passwords), new_pin: pin, new_pin_confirmation: pin } })
    },
    'adds an authenticator': () => session().call(beginTotp, { body: { current_password: pick(passwords) } }),
    'changes the own address': () =>
      session().call(updateProfile, { body: { name: 'Ann Example', email: thief, current_password: pick(passwords) } }),
    'shares with the second account': () =>
      session().call(shareKey, { params: key, body: { email: app.second.email, permission: 'admin' } }),
    'hands over to the second account': () => session().call(transferKey, { params: key, body: { email: app.second.email } }),
    'shares by a group': async () => {
      const group = (await session().call(addGroup, { body: { name: 'Ops' } })).body.group
      if (group === undefined) return
      await session().call(addGroupMember, { params: { id: group.id }, body: { email: app.second.email } })
      await session().call(shareKey, { params: key, body: { group_id: group.id } })
    },
    'lets time pass': async () => {
      const passed = Math.min(left, Math.floor(random() * 4 * 60 * 60_000))
      left -= passed
      app.clock.advance(passed)
      // Administrators sign in again meanwhile, as long as they are any.
      admin = await app.enter(app.admin.email)
    },
    ...others.tries,
  }
  const needsSession = /^(tries|proves|changes the (PIN|own)|asks for a new PIN|adds|shares|hands over|lets the second|makes (a token|Ann))/

  /** Checks everybody who is signed in as Ann, and the second account. */
  async function expectNothingSeen() {
    const story = `seed ${seed}: ${done.join(', ')}`
    for (const one of thiefs) {
      const codes = (await one.call(generateCodes, {})).body.codes ?? []
      expect([story, codes.map(({ id }) => id)]).toEqual([story, []])
    }
    const last = thiefs.at(-1)
    if (last !== undefined) {
      const answers = [
        await last.call(showSecret, { params: key }),
        await last.call(listBackupCodes, { params: key }),
        await last.call(exportKeys, { body: { format: 'links' } }),
        await last.call(nextCode, { params: key }),
      ]
      expect([story, answers.map(({ status }) => status).filter((status) => status < 400)]).toEqual([story, []])
    }
    expect([story, await others.seen()]).toEqual([story, []])
  }

  for (let step = 0; step < steps; step += 1) {
    const [name, act] = pick(Object.entries(random() < 0.4 ? hands : tries))
    if (needsSession.test(name) && (thiefs.length === 0 || passwords.length === 0)) continue
    if (name.startsWith('signs in') && passwords.length === 0) continue
    done.push(name)
    const before = thiefs.length
    await act()
    if (thiefs.length > before) opened += 1
    thiefs = thiefs.slice(-2)
    await expectNothingSeen()
  }
  return { opened }
}
