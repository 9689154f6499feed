import { createUser, inviteUser, updateUser } from '@twofold/contract/admin/users'
import { generateCodes, showCode } from '@twofold/contract/codes'
import { changeProvider } from '@twofold/contract/mail-delivery/providers'
import { addGroup, addGroupMember, changeGroupMember } from '@twofold/contract/sharing/memberships'
import { acceptInvitation, verifyEmail } from '@twofold/contract/links'
import { changePassword } from '@twofold/contract/profile'
import {
  acceptServiceAccountShare,
  addServiceAccount,
  createServiceAccountToken,
  rotateServiceAccountToken,
} from '@twofold/contract/service-accounts'
import { signIn, signUp } from '@twofold/contract/sessions'
import { shareKey } from '@twofold/contract/sharing/grants'
import { takeCode } from '@twofold/contract/takes'
import { createToken } from '@twofold/contract/tokens'
import { v7 as uuid } from 'uuid'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import type { Started } from './insiders.ts'
import { newestToken, runPutOff } from './queued-events.ts'
import { createClient, createPerson, testPin } from './start-test-app.ts'

type Person = Started['ann']
type Acts = Record<string, () => Promise<unknown>>

/** Recipient of Olga's share: nobody has the address yet. */
const awaited = 'awaited@example.org'
const password = 'chosen-for-the-awaited'
const account = { name: 'Awaited Person', password, password_confirmation: password, pin: testPin }

/**
 * Means of the insider apart from Ann's own session: her service account, tokens, a service account of their second account, and an unclaimed address
 * to which Olga shares, an account that nobody touches.
 */
export async function startAccomplices(
  app: Started,
  { admin, session, mail }: { admin: () => Person; session: () => Person; mail: { isRead: boolean } },
) {
  const key = { id: app.key }
  const secondId = await app.idOf(app.second.email)
  let secondsAddress = app.second.email
  let awaitedOnes: Person[] = []
  let tokens: ReturnType<typeof createClient>[] = []

  const serviceAccountOf = async (person: Person, name: string) => {
    const { group } = (await person.call(addGroup, { body: { name } })).body
    const { service_account } = (await person.call(addServiceAccount, { body: { group_id: group.id, name } })).body
    return { group: group.id, id: service_account.id }
  }
  const enterSecond = () => app.enter(secondsAddress)
  const makeServiceToken = async (by: Person, id: string) =>
    keep(await by.call(createServiceAccountToken, { params: { id }, body: { name: 'Runner', expires_in_days: 30 } }))
  function keep({ body }: { body: { secret?: string | undefined } }) {
    if (body.secret !== undefined) tokens = [...tokens, createClient(app.url, { authorization: `Bearer ${body.secret}` })].slice(-3)
  }

  await app.call(signUp, { body: { ...account, name: 'Olga Owner', email: 'olga@example.org' } })
  const proven = { email_verified_at: app.clock.date() }
  await app.db.updateTable('users').set(proven).where('email', '=', 'olga@example.org').execute()
  const olga = await app.enter('olga@example.org', password)
  const { key: olgas } = await olga.addKey('Payroll')
  await olga.share(olgas.id, awaited, { permission: 'admin' })
  const [bot, mole] = [await serviceAccountOf(app.ann, 'Releases'), await serviceAccountOf(app.second, 'Moles')]
  const shared = await app.ann.call(shareKey, { params: key, body: { service_account_id: bot.id } })
  await app.ann.call(acceptServiceAccountShare, { params: { id: bot.id, share_id: shared.body.share_id ?? '' } })
  const { body: made } = await app.ann.call(createServiceAccountToken, { params: bot, body: { name: 'Runner', expires_in_days: 30 } })

  async function enterAwaited(with_ = password) {
    const { body } = await app.call(signIn, { body: { email: awaited, password: with_ } })
    if (body.access_token === undefined) return
    const entered = createPerson(app.url, awaited, body.access_token)
    if (body.password_change_required === true) {
      const fields = { current_password: with_, new_password: `${password}-again`, new_password_confirmation: `${password}-again` }
      await entered.call(changePassword, { body: fields })
    } else awaitedOnes = [...awaitedOnes, entered].slice(-2)
  }

  async function switchMail(is_active: boolean) {
    const { provider } = await useSmtpSink()
    for (const { id } of await app.db.selectFrom('email_providers').select('id').execute()) {
      const { status } = await admin().call(changeProvider, { params: { id }, body: { ...provider, is_active } })
      if (status === 200 && is_active) mail.isRead = true
    }
  }

  const hands: Acts = {
    'joins as the awaited by a link': async () => {
      const { body } = await admin().call(inviteUser, { body: { email: awaited, delivery: 'link' } })
      const token = body.link?.split('#token=')[1] ?? ''
      await app.call(acceptInvitation, { body: { token, ...account } })
      await enterAwaited()
    },
    'makes an account for the awaited': () =>
      admin().call(createUser, { body: { name: account.name, email: awaited, password: `${password}-first` } }),
    'moves the second account to the awaited address': async () => {
      const { status } = await admin().call(updateUser, { params: { id: secondId }, body: { name: 'Second Account', email: awaited } })
      if (status === 200) secondsAddress = awaited
    },
    'moves the second account back': async () => {
      const body = { name: 'Second Account', email: app.second.email }
      const { status } = await admin().call(updateUser, { params: { id: secondId }, body })
      if (status === 200) secondsAddress = app.second.email
    },
    'switches e-mail off': () => switchMail(false),
    'switches e-mail on to a server of their own': () => switchMail(true),
  }

  const tries: Acts = {
    'signs up as the awaited': async () => {
      await app.call(signUp, { body: { ...account, email: awaited } })
      await enterAwaited()
    },
    'waits until Olga shares with the awaited again': () => olga.share(olgas.id, awaited, { permission: 'admin' }),
    'enters as the awaited': async () => {
      await enterAwaited(`${password}-first`)
      await enterAwaited(`${password}-again`)
      await enterAwaited()
    },
    'verifies the awaited address by their own server': async () => {
      await runPutOff(app)
      if (!mail.isRead) return
      const token = await newestToken(app, 'user.email_verification').catch(() => undefined)
      if (token !== undefined) await app.call(verifyEmail, { body: { token } })
    },
    'makes a token of their own for Ann': async () =>
      keep(
        await session().call(createToken, {
          body: { name: 'Mine', scopes: ['keys:read', 'codes:read', 'codes:take'], is_agent: false, expires_in_days: 30 },
        }),
      ),
    'makes a token of Ann’s service account': () => makeServiceToken(session(), bot.id),
    'makes Ann’s token anew': async () =>
      keep(
        await session().call(rotateServiceAccountToken, {
          params: { id: bot.id, token_id: made.token.id },
          body: { overlap_hours: 24 },
        }),
      ),
    'shares with a service account of their own': async () => {
      const { body } = await session().call(shareKey, { params: key, body: { service_account_id: mole.id } })
      const second = await enterSecond()
      await second.enterPin()
      if (body.share_id) await second.call(acceptServiceAccountShare, { params: { id: mole.id, share_id: body.share_id } })
      await makeServiceToken(second, mole.id)
    },
    'lets the second account manage Ann’s service account': async () => {
      const { body } = await session().call(addGroupMember, { params: { id: bot.group }, body: { email: secondsAddress } })
      const member = { id: bot.group, member_id: body.member_id ?? '' }
      await session().call(changeGroupMember, { params: member, body: { manages_service_accounts: true } })
      const second = await enterSecond()
      await second.enterPin()
      await makeServiceToken(second, bot.id)
    },
  }

  return {
    hands,
    tries,
    enterSecond,
    secondId,
    forgetTokens: () => void (tokens = []),
    /** Ids of keys of which one of them has a code now. */
    async seen(): Promise<string[]> {
      const people = [...awaitedOnes, await enterSecond()]
      const lists = await Promise.all(people.map((one) => one.call(generateCodes, {})))
      const take = { params: key, body: { wait_seconds: 60, hold_seconds: 0 } }
      const answers = await Promise.all(
        tokens.flatMap((one) => [one.call(showCode, { params: key }), one.call(takeCode, take, { 'idempotency-key': uuid() })]),
      )
      return [
        ...lists.flatMap(({ body }) => ((body as Partial<typeof body>).codes ?? []).map(({ id }) => id)),
        // A taker that waits for a code, or learns that none is free, was let through.
        ...answers.filter(({ status }) => status < 400 || status === 409).map(() => app.key),
      ]
    },
  }
}
