import { sameAddress } from '@twofold/contract/email-address'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { listContacts, ShareOutcome, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { LostAccessNotices } from '../access/lost-access-notices.service.ts'
import { endOf } from './expiry.ts'
import type { GroupsRepository } from '../memberships/groups.repository.ts'
import type { Addressee, InvitationsService } from '../invitations/invitations.service.ts'
import type { ProgramRecipient, ProgramRecipientsRepository } from './program-recipients.repository.ts'
import type { GrantsRepository, TakeTerms } from './grants.repository.ts'
import type { Permission } from '../access/held-keys.repository.ts'
import { createGrantNotices, nameOf } from './grant-notices.service.ts'
import { createGrantStorage } from './grant-storage.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

type ShareBody = CallParts<typeof shareKey>['body']

export type Outcome = CallResponse<typeof shareKeys>['results'][number]['outcome']

/** The recipient: an address, a group of the owner, or any service account. */
export type Target = { addressee: Addressee } | { group: { id: string; name: string } } | { program: ProgramRecipient }

/** More than anybody looks through. */
const contactsMost = 500

export interface GivingServiceDeps extends ServiceDeps {
  grantRows: (db: Db) => GrantsRepository
  groups: (db: Db) => Pick<GroupsRepository, 'lockOwn' | 'listMembers' | 'countKeys'>
  contacts: (db: Db) => ContactsRepository
  programs: (db: Db) => Pick<ProgramRecipientsRepository, 'find'>
  access: Pick<AccessService, 'lock' | 'lockOwn' | 'requireActive'>
  invitations: Pick<InvitationsService, 'approach' | 'notify' | 'notifyShared' | 'invite'>
  endings: LostAccessNotices
  isMailAvailable: () => Promise<boolean>
  activity: Pick<ActivityService, 'record'>
}

export interface Wanted {
  permission: Permission
  end: Date | null
  /** Only for a service account. */
  terms: Partial<Pick<TakeTerms, 'approval' | 'four_eyes'>>
}

/** The approval terms, if they were given. */
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
export function createGivingService(deps: GivingServiceDeps) {
  const { prepare } = createGrantStorage(deps)
  const { notify } = createGrantNotices(deps)

  async function findTarget(tx: Tx, owner: Identity, body: ShareBody): Promise<Target> {
    if (body.email !== undefined) return { addressee: await deps.invitations.approach(tx, owner, body.email) }
    if (body.service_account_id !== undefined) {
      const program = await deps.programs(tx.db).find(body.service_account_id, owner.id)
      if (program === undefined) throw fail('service_accounts.not_found')
      return { program }
    }
    const group = await deps.groups(tx.db).lockOwn(owner.id, body.group_id ?? '')
    if (group === undefined) throw fail('groups.not_found')
    return { group }
  }

  return {
    async listContacts(owner: Identity): Promise<CallResponse<typeof listContacts>> {
      const [data, isMailAvailable] = await readingTogether(() =>
        Promise.all([deps.contacts(deps.db).list(owner.id, deps.clock.date(), contactsMost), deps.isMailAvailable()]),
      )
      return { data, is_mail_available: isMailAvailable }
    },
    checkEnd: (expiresAt: string | null | undefined) => endOf(expiresAt, deps.clock.now()),
    /** The answer is the same for an address with and without an account. */
    async share(owner: Identity, keyId: string, body: ShareBody): Promise<CallResponse<typeof shareKey>> {
      const wanted = wantedOf(body, deps.clock.now())
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        if (isOneself(owner, body)) return { ...say('share.own_key'), type: 'warning', share_id: null }
        const target = await findTarget(tx, owner, body)
        const [done, [key]] = await Promise.all([prepare(tx, owner, keyId, target, wanted), deps.grantRows(tx.db).findKeys([keyId])])
        const notices = [{ name: key?.name ?? '', outcome: done.outcome }]
        await Promise.all([done.write(), done.isNotified ? notify(tx, owner, target, notices, wanted) : undefined])
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
        const [, own] = await Promise.all([deps.access.requireActive(tx.db, owner.id), deps.access.lockOwn(tx.db, owner.id, ids)])
        const missing = ids.filter((id) => !own.has(id)).map((id) => ({ id, outcome: 'not_found' as const, share_id: null }))
        if (isOneself(owner, body)) return { ...say('share.own_keys'), type: 'warning', results: missing }
        if (own.size === 0) return { ...say('share.none_possible'), type: 'warning', results: missing }
        const [target, keys] = await Promise.all([findTarget(tx, owner, body), deps.grantRows(tx.db).findKeys([...own])])
        const done = await Promise.all(keys.map(async ({ id, name }) => ({ id, name, ...(await prepare(tx, owner, id, target, wanted)) })))
        const notices = done.filter(({ isNotified }) => isNotified)
        const written = done.map(({ write }) => write())
        await Promise.all([...written, notices.length > 0 ? notify(tx, owner, target, notices, wanted) : undefined])
        const results = done.map(({ id, outcome, share_id: share }) => ({ id, outcome, share_id: share }))
        const outcomes = results.map(({ outcome }) => outcome)
        return { ...explain(nameOf(target), outcomes, wanted.permission), results: [...results, ...missing] }
      })
    },
  }
}

export type GivingService = ReturnType<typeof createGivingService>

function isOneself(owner: Identity, { email }: ShareBody): boolean {
  return email !== undefined && sameAddress(email, owner.email)
}

/** Names the target as it was typed, and nothing that depends on who is behind it. */
function explain(name: string, outcomes: Outcome[], permission: Permission): Said & { type: ShareOutcome } {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const shared = count('shared')
  if (shared > 0) return { ...say('share.given', { name, count: shared }), type: 'success' }
  if (count('changed') > 0) return { ...say(permission === 'view' ? 'share.now_view' : 'share.now_full', { name }), type: 'info' }
  return { ...say('share.unchanged', { name }), type: 'info' }
}
