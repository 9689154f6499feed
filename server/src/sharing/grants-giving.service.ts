import { sameAddress } from '@twofold/contract/email-address'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import type { listContacts, ShareOutcome, shareKey, shareKeys } from '@twofold/contract/sharing'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccessService } from '../keys/access.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { ContactsRepository } from './grants-contacts.repository.ts'
import type { GroupsRepository } from './memberships.repository.ts'
import type { Addressee, InvitationsService } from './invitations.service.ts'
import { nameKeys } from './name-keys.ts'
import type { ProgramRecipient, ProgramRecipientsRepository } from './grants-programs.repository.ts'
import type { Permission, SharingRepository, TakeTerms } from './grants.repository.ts'

type ShareBody = CallParts<typeof shareKey>['body']
type Outcome = CallResponse<typeof shareKeys>['results'][number]['outcome']

/** The recipient: an address, a group of the owner, or any service account. */
export type Target = { addressee: Addressee } | { group: { id: string; name: string } } | { program: ProgramRecipient }

/** More than anybody looks through. */
const contactsMost = 500

export interface SharesServiceDeps {
  db: Db
  transaction: Transaction
  sharing: (db: Db) => SharingRepository
  groups: (db: Db) => Pick<GroupsRepository, 'lockOwn' | 'listMembers' | 'countKeys'>
  contacts: (db: Db) => ContactsRepository
  programs: (db: Db) => Pick<ProgramRecipientsRepository, 'find'>
  access: Pick<AccessService, 'lock' | 'lockOwn'>
  invitations: Pick<InvitationsService, 'approach' | 'tell' | 'tellShared' | 'invite'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

export function endOf(expiresAt: string | null | undefined, now: number): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null
  const end = new Date(expiresAt)
  if (end.getTime() <= now) throw failField('sharing.expires_in_past', 'expires_at')
  return end
}

interface Wanted {
  permission: Permission
  end: Date | null
  /** Only for a service account. */
  terms: Partial<Pick<TakeTerms, 'approval' | 'four_eyes'>>
}

/** Whether a person has to agree, where that was said. */
export function termsOf(
  { approval, four_eyes: fourEyes }: { [Term in keyof TakeTerms]?: TakeTerms[Term] | undefined },
  isProgram: boolean,
): Wanted['terms'] {
  if (!isProgram && approval !== undefined) throw failField('sharing.for_programs', 'approval')
  if (!isProgram && fourEyes !== undefined) throw failField('sharing.for_programs', 'four_eyes')
  return { ...(approval === undefined ? {} : { approval }), ...(fourEyes === undefined ? {} : { four_eyes: fourEyes }) }
}

function wantedOf(body: Omit<ShareBody, 'email' | 'group_id'>, now: number): Wanted {
  const { permission, service_account_id: program } = body
  const end = endOf(body.expires_at, now)
  if (program !== undefined && permission === 'admin') throw failField('sharing.codes_only', 'permission')
  return { permission, end, terms: termsOf(body, program !== undefined) }
}

/** Sharing of own keys, one or several, with a person or a group. */
export function createSharesService(deps: SharesServiceDeps) {
  const now = () => new Date(deps.clock.now())

  async function findTarget(tx: Tx, owner: Identity, body: ShareBody): Promise<Target> {
    if (body.email !== undefined) return { addressee: await deps.invitations.approach(tx, owner, body.email) }
    if (body.service_account_id !== undefined) {
      const program = await deps.programs(tx.db).find(body.service_account_id)
      if (program === undefined) throw fail('service_accounts.not_found')
      return { program }
    }
    const group = await deps.groups(tx.db).lockOwn(owner.id, body.group_id ?? '')
    if (group === undefined) throw fail('groups.not_found')
    return { group }
  }

  /** Sharing again changes level and end. The key is locked. */
  async function put(tx: Tx, owner: Identity, keyId: string, target: Target, wanted: Wanted) {
    const sharing = deps.sharing(tx.db)
    const recipient = 'addressee' in target ? target.addressee.recipientId : null
    const whom =
      'group' in target
        ? { groupId: target.group.id }
        : 'program' in target
          ? { serviceAccountId: target.program.id }
          : { normalized: target.addressee.normalized }
    const [known, count] = await Promise.all([sharing.findWith(keyId, whom), sharing.countOf(keyId)])
    if (known !== undefined && (known.expires_at === null || known.expires_at > now())) {
      const hasTerms = Object.keys(wanted.terms).length > 0
      const isSame = !hasTerms && known.permission === wanted.permission && known.expires_at?.getTime() === wanted.end?.getTime()
      const isReached = known.recipient_id === null && recipient !== null
      await sharing.change(known.id, {
        permission: wanted.permission,
        expires_at: wanted.end,
        ...(isReached ? { recipient_id: recipient } : {}),
        ...wanted.terms,
      })
      return { outcome: isSame ? ('unchanged' as const) : ('changed' as const), share_id: known.id, isTold: !isSame || isReached }
    }
    if (count - (known === undefined ? 0 : 1) >= limits.sharesPerKey)
      throw fail('sharing.limit_reached', { parameters: { limit: limits.sharesPerKey } })
    const id = uuid()
    const ended = known === undefined ? undefined : sharing.revoke(known.id, known.expires_at ?? now())
    const made = sharing.put({
      id,
      key_id: keyId,
      recipient_id: recipient,
      email: 'addressee' in target ? target.addressee.email : null,
      email_normalized: 'addressee' in target ? target.addressee.normalized : null,
      group_id: 'group' in target ? target.group.id : null,
      service_account_id: 'program' in target ? target.program.id : null,
      ...wanted.terms,
      // A manager accepts, so that no stranger plants a key on it; one of them who shares a key of their own has accepted it.
      ...('program' in target && target.program.managers.includes(owner.id) ? { accepted_at: now() } : {}),
      permission: wanted.permission,
      granted_by: owner.id,
      created_at: now(),
      expires_at: wanted.end,
    })
    await Promise.all([ended, made])
    return { outcome: 'shared' as const, share_id: id, isTold: true }
  }

  async function tell(tx: Tx, owner: Identity, target: Target, put: { name: string; outcome: Outcome }[], wanted: Wanted) {
    const told = { keys: put.map(({ name }) => name), permission: wanted.permission, expiresAt: wanted.end }
    const isNew = put.some(({ outcome }) => outcome === 'shared')
    const detail = { name: nameKeys(told.keys), with: nameOf(target) }
    await deps.activity.record(tx, { userId: owner.id, kind: isNew ? 'share_given' : 'share_changed', detail })
    if ('addressee' in target) {
      // Who waits for an account has had their invitation when the share was made.
      if (isNew || target.addressee.recipientId !== null) await deps.invitations.tell(tx, owner, target.addressee, told)
      return
    }
    if ('program' in target) {
      if (!isNew || target.program.managers.includes(owner.id)) return
      const waiting = { name: detail.name, account: target.program.name }
      for (const userId of target.program.managers)
        await deps.activity.record(tx, {
          userId,
          kind: 'service_account_key_waits',
          actor: { id: owner.id, name: owner.name },
          detail: { ...waiting, by: owner.name },
        })
      return
    }
    const groups = deps.groups(tx.db)
    const isFirst = isNew && (await groups.countKeys(target.group.id)) === put.length
    for (const member of await groups.listMembers(target.group.id)) {
      if (member.user_id === owner.id) continue
      if (member.user_id !== null) await deps.invitations.tellShared(tx, owner, member.user_id, told)
      else if (isFirst)
        await deps.invitations.invite(
          tx,
          owner,
          { email: member.email, normalized: member.email_normalized, account: undefined },
          told.keys,
        )
    }
  }

  return {
    listContacts: async (owner: Identity): Promise<CallResponse<typeof listContacts>> => ({
      data: await deps.contacts(deps.db).list(owner.id, now(), contactsMost),
    }),

    checkEnd: (expiresAt: string | null | undefined) => endOf(expiresAt, deps.clock.now()),

    /** The answer is the same for an address with and without an account. */
    async share(owner: Identity, keyId: string, body: ShareBody): Promise<CallResponse<typeof shareKey>> {
      const wanted = wantedOf(body, deps.clock.now())
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        if (isOneself(owner, body)) return { ...say('share.own_key'), type: 'warning', share_id: null }
        const target = await findTarget(tx, owner, body)
        const [done, [key]] = await Promise.all([put(tx, owner, keyId, target, wanted), deps.sharing(tx.db).findKeys([keyId])])
        if (done.isTold) await tell(tx, owner, target, [{ name: key?.name ?? '', outcome: done.outcome }], wanted)
        return { ...explain(nameOf(target), [done.outcome], wanted.permission), share_id: done.share_id }
      })
    },

    async shareMany(
      owner: Identity,
      { key_ids: keyIds, ...body }: CallParts<typeof shareKeys>['body'],
    ): Promise<CallResponse<typeof shareKeys>> {
      const wanted = wantedOf(body, deps.clock.now())
      const ids = [...new Set(keyIds)].sort()
      return deps.transaction(async (tx) => {
        const own = await deps.access.lockOwn(tx.db, owner.id, ids)
        const missing = ids.filter((id) => !own.has(id)).map((id) => ({ id, outcome: 'not_found' as const, share_id: null }))
        if (isOneself(owner, body)) return { ...say('share.own_keys'), type: 'warning', results: missing }
        if (own.size === 0) return { ...say('share.none_possible'), type: 'warning', results: missing }
        const target = await findTarget(tx, owner, body)
        const done = []
        for (const { id, name } of await deps.sharing(tx.db).findKeys([...own]))
          done.push({ id, name, ...(await put(tx, owner, id, target, wanted)) })
        const told = done.filter(({ isTold }) => isTold)
        if (told.length > 0) await tell(tx, owner, target, told, wanted)
        const results = done.map(({ id, outcome, share_id: share }) => ({ id, outcome, share_id: share }))
        const outcomes = results.map(({ outcome }) => outcome)
        return { ...explain(nameOf(target), outcomes, wanted.permission), results: [...results, ...missing] }
      })
    },
  }
}

export type SharesService = ReturnType<typeof createSharesService>

function isOneself(owner: Identity, { email }: ShareBody): boolean {
  return email !== undefined && sameAddress(email, owner.email)
}

function nameOf(target: Target): string {
  if ('program' in target) return target.program.name
  return 'group' in target ? target.group.name : target.addressee.email
}

/** Names the target as it was typed, and nothing that depends on who is behind it. */
function explain(name: string, outcomes: Outcome[], permission: Permission): Said & { type: ShareOutcome } {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const shared = count('shared')
  if (shared > 0) return { ...say('share.given', { name, count: shared }), type: 'success' }
  if (count('changed') > 0) return { ...say(permission === 'view' ? 'share.now_view' : 'share.now_full', { name }), type: 'info' }
  return { ...say('share.unchanged', { name }), type: 'info' }
}
