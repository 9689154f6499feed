import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { Share, changeShare, listShares } from '@twofold/contract/sharing/grants'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { failField, fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { LostAccessNotices } from '../access/lost-access-notices.service.ts'
import type { GroupsRepository } from '../memberships/groups.repository.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import type { ProgramRecipientsRepository } from './program-recipients.repository.ts'
import { askablePeriod } from './grant-requests.service.ts'
import { presentGrant } from './present-grant.ts'
import { endOf } from './expiry.ts'
import { termsOf } from './giving.service.ts'
import type { ListedShareRow, GrantsRepository } from './grants.repository.ts'
import { createGrantFacts } from './grant-facts.service.ts'
import { createEndGrant } from './end-grant.service.ts'
import { createGrantRevocation } from './grant-revocation.service.ts'
import { createGrantRestoration } from './grant-restoration.service.ts'
import { createGrantConfirmation } from './grant-confirmation.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface GrantsServiceDeps extends ServiceDeps {
  grantRows: (db: Db) => GrantsRepository
  groups: (db: Db) => Pick<GroupsRepository, 'listMembers' | 'find'>
  programs: (db: Db) => Pick<ProgramRecipientsRepository, 'findShownName'>
  access: Pick<AccessService, 'require' | 'lock'>
  usage: Pick<UsageService, 'flush'>
  invitations: Pick<InvitationsService, 'approach' | 'findAccount' | 'notify' | 'notifyShared'>
  endings: LostAccessNotices
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: (db: Db) => Promise<boolean>
}

/** Reason and actor of a share's end; absent actor: none. */
export interface ShareEnd {
  reason: 'revoked' | 'unconfirmed'
  by?: { id: string; name: string }
}

/** Lifecycle of shares: listed, changed and ended by the owner, given back by the recipient, expired. */
export function createGrantsService(deps: GrantsServiceDeps) {
  const facts = createGrantFacts(deps)
  const ending = createEndGrant(deps, facts)
  const { undoPeriod, lockShare, reached, nameOf, keyName } = facts
  const present = (row: ListedShareRow): Share => presentGrant(row, deps.clock.date())

  return {
    ...createGrantRevocation(deps, facts, ending),
    ...createGrantRestoration(deps, facts),
    ...createGrantConfirmation(deps, facts),
    /** A person who also has the key through a group keeps it, and the answer says so. */
    async leave(user: Identity, keyId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, keyId, 'view')
        if (access.level === 'owner') throw fail('sharing.own_key')
        const rows = deps.grantRows(tx.db)
        const hadDirect = await rows.revokeDirect(keyId, user.id, deps.clock.date())
        const group = await rows.findGroupThatGives(keyId, user.id, deps.clock.date())
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
    async list(owner: Identity, keyId: string): Promise<CallResponse<typeof listShares>> {
      await deps.usage.flush()
      const askedSince = new Date(deps.clock.now() - askablePeriod)
      const [, rows] = await Promise.all([
        deps.access.require(deps.db, owner.id, keyId, 'owner'),
        deps.grantRows(deps.db).list({ keyId, endedSince: { ...undoPeriod(), askedSince } }),
      ])
      const presentEnded = (row: ListedShareRow) => ({ ...present(row), ended_at: (row.revoked_at ?? deps.clock.date()).toISOString() })
      const over = rows.filter((row) => row.revoked_at !== null)
      const asked = over.flatMap((row) => (row.asked_at === null ? [] : [{ ...presentEnded(row), asked_at: row.asked_at.toISOString() }]))
      return {
        data: rows.filter((row) => row.revoked_at === null).map(present),
        ended: over
          .filter((row) => row.is_restorable)
          .map(presentEnded)
          .sort((a, b) => b.ended_at.localeCompare(a.ended_at)),
        asked: asked.sort((a, b) => b.asked_at.localeCompare(a.asked_at)),
      }
    },
    /** Shares as their owners see them. The caller has checked permissions. */
    async describe(ids: readonly string[]): Promise<Share[]> {
      if (ids.length === 0) return []
      await deps.usage.flush()
      return (await deps.grantRows(deps.db).list({ ids })).map(present)
    },
    async change(owner: Identity, keyId: string, id: string, body: CallParts<typeof changeShare>['body']): Promise<Said> {
      const end = body.expires_at === undefined ? undefined : endOf(body.expires_at, deps.clock.now())
      return deps.transaction(async (tx) => {
        const share = await lockShare(tx, owner, keyId, id)
        const permission = body.permission ?? share.permission
        if (share.service_account_id !== null && permission === 'admin') throw failField('sharing.codes_only', 'permission')
        const expiresAt = end === undefined ? share.expires_at : end
        const terms = termsOf(body, share.service_account_id !== null)
        const [name] = await Promise.all([
          keyName(tx, keyId),
          deps.grantRows(tx.db).change(id, { permission, expires_at: expiresAt, ...terms }),
        ])
        await deps.activity.record(tx, { userId: owner.id, kind: 'share_changed', detail: { name, with: await nameOf(tx, share) } })
        if (permission !== share.permission) {
          const notice = { keys: [name], permission, expiresAt }
          for (const user of await reached(tx, share)) if (user !== owner.id) await deps.invitations.notifyShared(tx, owner, user, notice)
        }
        return say('share.changed')
      })
    },
  }
}

export type GrantsService = ReturnType<typeof createGrantsService>
