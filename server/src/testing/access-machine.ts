import { setUserStatus } from '@twofold/contract/admin/users'
import { addGroup, addGroupMember, deleteGroup, leaveGroup, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, listKeys, restoreKey } from '@twofold/contract/keys'
import { verifyEmail } from '@twofold/contract/links'
import { deleteProfile } from '@twofold/contract/profile'
import { confirmShare, leaveKey, listShares, revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { acceptOffer, listOffers, transferKey, withdrawOffer } from '@twofold/contract/sharing/hand-over'
import fc from 'fast-check'
import { createAccessModel } from './access-model.ts'
import { checkHistory } from './check-history.ts'
import { startOffice } from './start-office.ts'
import { createPerson, testPassword } from './start-test-app.ts'

type Office = Awaited<ReturnType<typeof startOffice>>

/** Enough for strangers, owners, members and both kinds of nobody to meet. */
const people = 5
const minute = 60_000

const kinds = [
  'signUp',
  'signUp',
  'verify',
  'addKey',
  'addKey',
  'share',
  'share',
  'share',
  'revoke',
  'confirm',
  'leave',
  'transfer',
  'addGroup',
  'addMember',
  'addMember',
  'shareWithGroup',
  'shareWithGroup',
  'unshareGroup',
  'removeMember',
  'leaveGroup',
  'deleteGroup',
  'deleteKey',
  'restoreKey',
  'wait',
  'endExpired',
  'deactivate',
  'activate',
  'activate',
  'deleteAccount',
] as const

export interface Step {
  kind: (typeof kinds)[number]
  /** Chooses among the people who are there. */
  by: number
  to: number
  /** Chooses among the keys or the groups. */
  of: number
  among: number
  /** Minutes; 0: without end. */
  minutes: number
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  by: fc.nat(people - 1),
  to: fc.nat(people - 1),
  of: fc.nat(1000),
  among: fc.nat(1000),
  minutes: fc.constantFrom(0, 0, 1, 2, 5),
})

/** Whether each of the two did it. */
type Taken = [product: boolean, model: boolean]

type Person = ReturnType<typeof createPerson>

/** Does the same to the product and to the model, and holds what everybody sees against it after every step. */
async function runSteps(app: Office, run: string, steps: readonly Step[]): Promise<void> {
  const model = createAccessModel(people, app.clock)
  const emails = Array.from({ length: people }, (_, number) => `p${number}-${run}@example.org`)
  const persons = new Map<number, Person>()
  const keys: string[] = []
  const groups: string[] = []

  const requirePerson = (number: number): Person => persons.get(number) ?? createPerson(app.url, emails[number] ?? '', 'x'.repeat(43))
  const isDone = ({ status }: { status: number }) => requireSaid(status) < 300

  async function shareIdOf(by: number, keyId: string, isIt: (share: { email: string | null; group: { id: string } | null }) => boolean) {
    const { body } = await whenAnswered(() => requirePerson(by).call(listShares, { params: { id: keyId } }))
    return (body.data ?? []).find(isIt)?.id ?? crypto.randomUUID()
  }

  async function memberIdOf(group: string, email: string): Promise<string> {
    const member = await app.db
      .selectFrom('group_members')
      .where('group_id', '=', group)
      .where('email_normalized', '=', email)
      .select('id')
      .executeTakeFirst()
    return member?.id ?? crypto.randomUUID()
  }

  /** Whether the product and the model did it; undefined where there is nothing that it could be done to. */
  async function take(step: Step): Promise<Taken | undefined> {
    const { by, to } = step
    const person = requirePerson(by)
    const email = emails[to] ?? ''
    const end = step.minutes === 0 ? Infinity : app.clock.now() + step.minutes * minute
    const expires_at = step.minutes === 0 ? null : new Date(end).toISOString()
    const key = step.of % Math.max(1, keys.length)
    const params = { id: keys[key] ?? '' }
    const group = step.among % Math.max(1, groups.length)
    const groupParams = { id: groups[group] ?? '' }

    const ask = async (answer: Promise<{ status: number }>, expected: () => boolean): Promise<Taken> => [isDone(await answer), expected()]
    const shareWith = () => shareIdOf(by, params.id, (share) => share.email === email)
    const noGroup = groups.length === 0
    const noKey = keys.length === 0

    /** Offered, and accepted at once if the recipient exists; otherwise withdrawn. */
    async function transfer(): Promise<{ status: number }> {
      await person.enterPin()
      const offered = await person.call(transferKey, { params, body: { email } })
      if (offered.status !== 200) return offered
      const [offer] = (await persons.get(to)?.call(listOffers, {}))?.body.data ?? []
      if (offer !== undefined) return requirePerson(to).call(acceptOffer, { params: { id: offer.id } })
      await person.call(withdrawOffer, { params })
      return { status: 404 }
    }

    const acts: Record<Step['kind'], () => Promise<Taken | undefined> | undefined> = {
      async signUp() {
        if (model.people[by]?.state !== 'unknown') return undefined
        persons.set(by, await app.signUp(emails[by] ?? ''))
        return [true, model.signUp(by)]
      },
      async verify() {
        const account = model.canAct(by) ? await app.accounts.find(await app.idOf(emails[by] ?? '')) : undefined
        if (account === undefined || account.email_verified_at !== null) return undefined
        const link = await app.transaction((tx) =>
          app.links.make(tx, { purpose: 'verify_email', userId: account.id, email: account.email }),
        )
        const token = link['link.url'].split('#token=')[1] ?? ''
        return ask(app.call(verifyEmail, { body: { token } }), () => model.verify(by))
      },
      wait() {
        app.clock.advance(step.minutes * minute)
        return undefined
      },
      async endExpired() {
        await app.grants.endExpired()
        model.endExpired()
        return undefined
      },
      deactivate: () => setActive(by, false),
      activate: () => setActive(by, true),
      deleteAccount() {
        // Rare, or nobody would be left.
        if (step.of % 3 !== 0 || !model.canAct(by)) return undefined
        const body = { password: testPassword, confirmation: 'DELETE' } as const
        return ask(person.call(deleteProfile, { body }), () => model.deleteAccount(by))
      },

      async addKey() {
        const name = `Key ${keys.length}`
        if (model.addKey(by)) keys.push((await person.addKey(name)).key.id)
        return undefined
      },
      share: () =>
        noKey ? undefined : ask(person.call(shareKey, { params, body: { email, expires_at } }), () => model.share(by, key, to, end)),
      async revoke() {
        if (noKey) return undefined
        const share_id = await shareWith()
        return ask(person.call(revokeShare, { params: { ...params, share_id } }), () => model.revoke(by, key, to))
      },
      async confirm() {
        if (noKey) return undefined
        const share_id = await shareWith()
        return ask(person.call(confirmShare, { params: { ...params, share_id } }), () => model.confirm(by, key, to))
      },
      leave: () => (noKey ? undefined : ask(person.call(leaveKey, { params }), () => model.leave(by, key))),
      transfer: () => (noKey ? undefined : ask(transfer(), () => model.transfer(by, key, to))),
      deleteKey: () => (noKey ? undefined : ask(person.call(deleteKey, { params }), () => model.deleteKey(by, key))),
      restoreKey: () => (noKey ? undefined : ask(person.call(restoreKey, { params }), () => model.restoreKey(by, key))),

      async addGroup() {
        if (!model.addGroup(by)) return undefined
        groups.push((await person.call(addGroup, { body: { name: `Group ${groups.length}` } })).body.group.id)
        return undefined
      },
      deleteGroup: () => (noGroup ? undefined : ask(person.call(deleteGroup, { params: groupParams }), () => model.deleteGroup(by, group))),
      addMember: () =>
        noGroup
          ? undefined
          : ask(person.call(addGroupMember, { params: groupParams, body: { email } }), () => model.addMember(by, group, to)),
      async removeMember() {
        if (noGroup) return undefined
        const member_id = await memberIdOf(groupParams.id, email)
        return ask(person.call(removeGroupMember, { params: { ...groupParams, member_id } }), () => model.removeMember(by, group, to))
      },
      leaveGroup: () => (noGroup ? undefined : ask(person.call(leaveGroup, { params: groupParams }), () => model.leaveGroup(by, group))),
      shareWithGroup: () =>
        noKey || noGroup
          ? undefined
          : ask(person.call(shareKey, { params, body: { group_id: groupParams.id, expires_at } }), () =>
              model.shareWithGroup(by, key, group, end),
            ),
      async unshareGroup() {
        if (noKey || noGroup) return undefined
        const share_id = await shareIdOf(by, params.id, (share) => share.group?.id === groupParams.id)
        return ask(person.call(revokeShare, { params: { ...params, share_id } }), () => model.unshareGroup(by, key, group))
      },
    }
    return acts[step.kind]()
  }

  async function setActive(number: number, isActive: boolean): Promise<undefined> {
    if (!model.setActive(number, isActive)) return
    const params = { id: await app.idOf(emails[number] ?? '') }
    const { status } = await app.admin.call(setUserStatus, { params, body: { is_active: isActive } })
    if (status !== 200) throw new Error(`The administrator's call was answered with ${status}.`)
    // Deactivation ended every session.
    if (isActive) persons.set(number, await app.enter(emails[number] ?? ''))
  }

  for (const [index, step] of steps.entries()) {
    const taken = await take(step)
    if (taken !== undefined && taken[0] !== taken[1])
      throw new Error(`Step ${index} (${JSON.stringify(step)}): the product said ${taken[0]}, the model ${taken[1]}.`)
    const seen = await Promise.all([...persons].map(async ([number, person]) => [number, await seenBy(person)] as const))
    const actor = persons.get(step.by)
    // Codes are generated for exactly the listed keys.
    if (actor !== undefined) seen.push([step.by, await listedFor(actor)])
    for (const [number, ids] of seen) {
      const expected = model.visibleTo(number).map((key) => keys[key] ?? '')
      if (ids.join() !== expected.toSorted().join())
        throw new Error(
          `Step ${index} (${JSON.stringify(step)}): person ${number} sees ${ids.length} keys, the model says ${expected.length}.`,
        )
    }
    await checkHistory(app.db, app.clock.date())
  }
}

/** On a machine with too much to do the database may not answer in time: that says nothing about who may see what. */
function requireSaid(status: number): number {
  if (status >= 500) throw new Error(`The product could not answer (${status}): nothing is known of who may see what.`)
  return status
}

const mostTries = 5

/** Of what only reads: asked again while the database does not answer. */
async function whenAnswered<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status === 503 && tries < mostTries) continue
    requireSaid(answer.status)
    return answer
  }
}

async function listedFor(person: Person): Promise<string[]> {
  const { status, body } = await whenAnswered(() => person.call(listKeys, {}))
  return status === 200 ? [...body.own_keys, ...body.shared_keys].map(({ id }) => id).toSorted() : []
}

async function seenBy(person: Person): Promise<string[]> {
  const { status, body } = await whenAnswered(() => person.send<{ codes: { id: string }[] }>('GET', '/api/keys/generate-codes'))
  return status === 200 ? body.codes.map(({ id }) => id).toSorted() : []
}

/** Holds `runs` random histories of `length` steps each against the model. A failure names the seed that repeats it. */
export async function checkAccess(runs: number, length: number): Promise<void> {
  const app = await startOffice()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: length, maxLength: length, size: 'max' }), (steps) =>
      runSteps(app, `r${run++}`, steps),
    ),
    { numRuns: runs, endOnFailure: true },
  )
}
