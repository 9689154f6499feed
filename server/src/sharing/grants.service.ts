import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import type { Share, changeShare, listShares } from '@twofold/contract/sharing'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { AccessService } from '../keys/access.service.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { EndingsService } from './grants-ending.service.ts'
import type { GroupsRepository } from './memberships.repository.ts'
import type { InvitationsService } from './invitations.service.ts'
import type { ProgramRecipientsRepository } from './grants-programs.repository.ts'
import { askablePeriod } from './grants-asking.service.ts'
import { presentShare } from './present-share.ts'
import { endOf, termsOf } from './grants-giving.service.ts'
import type { ListedShareRow, ShareRow, SharingRepository } from './grants.repository.ts'

/** Milliseconds in which the end of a share can be taken back. */
const undoTime = 24 * 60 * 60 * 1000

/** Expired shares that one transaction ends. */
const portion = 100

export interface GrantsServiceDeps {
  db: Db
  transaction: Transaction
  sharing: (db: Db) => SharingRepository
  groups: (db: Db) => Pick<GroupsRepository, 'listMembers' | 'find'>
  programs: (db: Db) => Pick<ProgramRecipientsRepository, 'find'>
  access: Pick<AccessService, 'require' | 'lock'>
  usage: Pick<UsageService, 'flush'>
  invitations: Pick<InvitationsService, 'approach' | 'findAccount' | 'tell' | 'tellShared'>
  endings: EndingsService
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Why a share ends, and by whom; absent: by nobody. */
interface ShareEnd {
  reason: 'revoked' | 'unconfirmed'
  by?: { id: string; name: string }
}

/** What becomes of shares: seen, changed and ended by the owner, given back by who has them, ended by time. */
export function createGrantsService(deps: GrantsServiceDeps) {
  const now = () => new Date(deps.clock.now())

  const present = (row: ListedShareRow): Share => presentShare(row, now())

  /** What ended after it can be given again. */
  const undoPeriod = () => ({ since: new Date(deps.clock.now() - undoTime), now: now() })
  const canUndo = ({ revoked_at: end, expires_at: until }: ListedShareRow) =>
    end !== null && end >= undoPeriod().since && (until === null || until > now())

  async function requireShare(tx: Tx, keyId: string, id: string): Promise<ShareRow> {
    const share = await deps.sharing(tx.db).find(keyId, id)
    if (share === undefined) throw fail('sharing.not_found')
    return share
  }

  /** The accounts that a share reaches. */
  async function reached(tx: Tx, share: ShareRow): Promise<string[]> {
    if (share.group_id === null) return share.recipient_id === null ? [] : [share.recipient_id]
    const members = await deps.groups(tx.db).listMembers(share.group_id)
    return members.flatMap(({ user_id: user }) => (user === null ? [] : [user]))
  }

  async function nameOf(tx: Tx, share: ShareRow): Promise<string> {
    if (share.service_account_id !== null) return (await deps.programs(tx.db).find(share.service_account_id))?.name ?? ''
    if (share.group_id === null) return share.email ?? ''
    return (await deps.groups(tx.db).find(share.group_id))?.name ?? ''
  }

  async function keyName(tx: Tx, keyId: string): Promise<string> {
    return (await deps.sharing(tx.db).findKeys([keyId]))[0]?.name ?? ''
  }

  /** The one place where a single share ends: its owner reads it, and whoever it reached is told. The key is locked. */
  async function end(tx: Tx, share: ShareRow, owner: string, { reason, by }: ShareEnd): Promise<{ who: string }> {
    const who = await nameOf(tx, share)
    const users = await reached(tx, share)
    await deps.sharing(tx.db).revokeByOwner(share.id, now())
    const detail = { name: await keyName(tx, share.key_id), with: who }
    await deps.activity.record(tx, { userId: owner, kind: reason === 'revoked' ? 'share_revoked' : 'share_unconfirmed', detail })
    await deps.endings.tell(tx, { users, keys: [share.key_id], reason, ...(by === undefined ? {} : { by }) })
    return { who }
  }

  async function giveAgain(tx: Tx, owner: Identity, ids: { key: string; share: string }): Promise<ShareRow | undefined> {
    const sharing = deps.sharing(tx.db)
    if ((await sharing.countOf(ids.key)) >= limits.sharesPerKey)
      throw fail('sharing.limit_reached', { parameters: { limit: limits.sharesPerKey } })
    const share = await sharing.revive(ids.key, ids.share, undoPeriod())
    if (share === undefined) return undefined
    const name = await keyName(tx, ids.key)
    await deps.activity.record(tx, { userId: owner.id, kind: 'share_given_again', detail: { name, with: await nameOf(tx, share) } })
    const told = { keys: [name], permission: share.permission, expiresAt: share.expires_at }
    for (const user of await reached(tx, share)) if (user !== owner.id) await deps.invitations.tellShared(tx, owner, user, told)
    return share
  }

  return {
    async list(owner: Identity, keyId: string): Promise<CallResponse<typeof listShares>> {
      await deps.access.require(deps.db, owner.id, keyId, 'owner')
      await deps.usage.flush()
      const askedSince = new Date(deps.clock.now() - askablePeriod)
      const rows = await deps.sharing(deps.db).list({ keyId, endedSince: { ...undoPeriod(), askedSince } })
      const presentEnded = (row: ListedShareRow) => ({ ...present(row), ended_at: (row.revoked_at ?? now()).toISOString() })
      const over = rows.filter((row) => row.revoked_at !== null)
      const asked = over.flatMap((row) => (row.asked_at === null ? [] : [{ ...presentEnded(row), asked_at: row.asked_at.toISOString() }]))
      return {
        data: rows.filter((row) => row.revoked_at === null).map(present),
        ended: over
          .filter(canUndo)
          .map(presentEnded)
          .sort((a, b) => b.ended_at.localeCompare(a.ended_at)),
        asked: asked.sort((a, b) => b.asked_at.localeCompare(a.asked_at)),
      }
    },

    /** Shares as their owners see them. Whoever asks may. */
    async describe(ids: readonly string[]): Promise<Share[]> {
      if (ids.length === 0) return []
      await deps.usage.flush()
      return (await deps.sharing(deps.db).list({ ids })).map(present)
    },

    async change(owner: Identity, keyId: string, id: string, body: CallParts<typeof changeShare>['body']): Promise<Said> {
      const end = body.expires_at === undefined ? undefined : endOf(body.expires_at, deps.clock.now())
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await requireShare(tx, keyId, id)
        const permission = body.permission ?? share.permission
        if (share.service_account_id !== null && permission === 'admin') throw failField('sharing.codes_only', 'permission')
        const expiresAt = end === undefined ? share.expires_at : end
        const terms = termsOf(body, share.service_account_id !== null)
        await deps.sharing(tx.db).change(id, { permission, expires_at: expiresAt, ...terms })
        const name = await keyName(tx, keyId)
        await deps.activity.record(tx, { userId: owner.id, kind: 'share_changed', detail: { name, with: await nameOf(tx, share) } })
        if (permission !== share.permission) {
          const told = { keys: [name], permission, expiresAt }
          for (const user of await reached(tx, share)) if (user !== owner.id) await deps.invitations.tellShared(tx, owner, user, told)
        }
        return say('share.changed')
      })
    },

    async revoke(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await requireShare(tx, keyId, id)
        const { who } = await end(tx, share, owner.id, { reason: 'revoked', by: { id: owner.id, name: owner.name } })
        return say('share.ended', { who })
      })
    },

    /** The same in the transaction of whoever may decide it and has locked the key. False: it had ended before. */
    async endOne(tx: Tx, ids: { key: string; share: string }, owner: string, why: ShareEnd): Promise<boolean> {
      const share = await deps.sharing(tx.db).find(ids.key, ids.share)
      if (share !== undefined) await end(tx, share, owner, why)
      return share !== undefined
    },

    async restore(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await giveAgain(tx, owner, { key: keyId, share: id })
        if (share === undefined) throw fail('sharing.cannot_undo')
        return say('share.given_again', { who: await nameOf(tx, share) })
      })
    },

    /** Tells again whoever a share waits for, or who has not used it yet. */
    async remind(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await requireShare(tx, keyId, id)
        if (share.email === null || (share.expires_at !== null && share.expires_at <= now())) throw fail('sharing.not_found')
        const addressee = await deps.invitations.approach(tx, owner, share.email)
        const name = await keyName(tx, keyId)
        await deps.invitations.tell(tx, owner, addressee, { keys: [name], permission: share.permission, expiresAt: share.expires_at })
        await deps.activity.record(tx, { userId: owner.id, kind: 'share_reminded', detail: { name, with: share.email } })
        return say('share.reminded', { who: share.email })
      })
    },

    /** Takes back that a share ended, where nothing stands against it. The key is locked and the owner's own. */
    giveAgain: async (tx: Tx, owner: Identity, ids: { key: string; share: string }): Promise<boolean> =>
      (await giveAgain(tx, owner, ids)) !== undefined,

    /** Ends everything that these keys are shared by, in the transaction of whoever may decide it and has locked them. */
    async endAll(tx: Tx, keyIds: string[], by: { id: string; name: string }): Promise<void> {
      const sharing = deps.sharing(tx.db)
      const users = new Set<string>()
      for (const keyId of keyIds) {
        for (const share of await sharing.list({ keyId })) {
          for (const user of await reached(tx, share)) users.add(user)
          await sharing.revoke(share.id, now())
        }
      }
      await deps.endings.tell(tx, { users: [...users], keys: keyIds, reason: 'revoked', by })
    },

    /** The owner says that whoever signed up with the address is the right person. Answers the same when nobody did. */
    async confirm(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await requireShare(tx, keyId, id)
        const account = share.email_normalized === null ? undefined : await deps.invitations.findAccount(tx, share.email_normalized)
        if (share.recipient_id === null && account !== undefined && account.id !== owner.id) {
          await deps.sharing(tx.db).change(id, { recipient_id: account.id })
          const name = await keyName(tx, keyId)
          const told = { keys: [name], permission: share.permission, expiresAt: share.expires_at }
          await deps.invitations.tellShared(tx, owner, account.id, told)
          await deps.activity.record(tx, { userId: owner.id, kind: 'share_confirmed', detail: { name, with: await nameOf(tx, share) } })
        }
        return say('share.confirmed', { who: await nameOf(tx, share) })
      })
    },

    async leave(user: Identity, keyId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, keyId, 'view')
        if (access.level === 'owner') throw fail('sharing.own_key')
        const sharing = deps.sharing(tx.db)
        const hadDirect = await sharing.revokeDirect(keyId, user.id, now())
        const group = await sharing.findGroupThatGives(keyId, user.id, now())
        if (!hadDirect) throw fail('sharing.through_group', { parameters: { group: group ?? '' } })
        const name = await keyName(tx, keyId)
        const by = { id: user.id, name: user.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'share_left', detail: { name } })
        await deps.activity.record(tx, { userId: access.owner_id, kind: 'share_left', actor: by, detail: { name } })
        await tx.emit('key.share.revoked', {
          to: { user_id: access.owner_id },
          data: { 'key.name': name, 'share.by': user.name, 'share.reason': 'left' },
        })
        return group === undefined ? say('share.left', { name }) : say('share.still_by_group', { name, group })
      })
    },

    /** What `endExpired` would end. */
    summariseExpired: (sampled: number) => deps.sharing(deps.db).summariseExpired(now(), sampled),

    /** Ends shares that have expired, which nobody could use any more, and tells of it. Answers how many. */
    async endExpired(): Promise<number> {
      let total = 0
      for (;;) {
        const ended = await deps.transaction(async (tx) => {
          const shares = await deps.sharing(tx.db).revokeExpired(now(), portion)
          const keys = new Map((await deps.sharing(tx.db).findKeys(shares.map((share) => share.key_id))).map((key) => [key.id, key]))
          for (const share of shares) {
            const key = keys.get(share.key_id)
            if (key === undefined || key.deleted_at !== null) continue
            const detail = { name: key.name, with: await nameOf(tx, share) }
            await deps.activity.record(tx, { userId: key.owner_id, kind: 'share_given_expired', detail })
            await deps.endings.tell(tx, { users: await reached(tx, share), keys: [share.key_id], reason: 'expired' })
          }
          return shares.length
        })
        total += ended
        if (ended < portion) return total
      }
    },
  }
}

export type GrantsService = ReturnType<typeof createGrantsService>
